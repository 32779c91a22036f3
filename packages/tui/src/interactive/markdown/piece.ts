import type { Token, Tokens } from "marked";
import type { Theme } from "../../terminal/text/theme.ts";

/** A part of a text that is laid out on its own, below the parts before it. */
export type Piece = BlockPiece | ItemPiece | CodePiece;

/** A heading, a paragraph, a table and the like. */
export interface BlockPiece {
  readonly kind: "block";
  readonly token: Token;
  readonly codes?: CodesWithin;
  /** Its lines, by who has most of them already. */
  readonly laidOut?: (width: number, theme: Theme) => readonly string[];
}

/** One item of a list: long lists are given out item by item. */
export interface ItemPiece {
  readonly kind: "item";
  readonly item: Tokens.ListItem;
  /** Its number in an ordered list. */
  readonly number?: number;
  /** It follows another item of the same list. */
  readonly isFurther: boolean;
  readonly codes?: CodesWithin;
}

/** Code between fences. Only this one grows: its lines are complete, and what is not complete yet is not among them. */
export interface CodePiece {
  readonly kind: "code";
  /** The first word after the opening fence, in lower case. */
  readonly language: string;
  /** The lines of the code. The array grows until the code is closed. */
  readonly lines: string[];
  isClosed: boolean;
}

/** Code between fences that stands within a list or a quote, by its token. Only what is closed has it. */
export type CodesWithin = ReadonlyMap<Token, CodePiece>;

import type { Theme } from "../../terminal/text/theme.ts";

/** What blocks are laid out with. */
export interface Place {
  readonly width: number;
  readonly theme: Theme;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** The whole of what a model thought is shown, and not one line about it. */
  readonly isThinkingShown: boolean;
}

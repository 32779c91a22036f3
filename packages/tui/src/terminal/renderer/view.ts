import type { Position, Size } from "../geometry.ts";

/** What one frame shows. No line may be wider than the terminal, hold a line break or leave a style open. */
export interface Frame {
  /** Lines that became final since the last frame: written once, above the live region, and never touched again. */
  readonly finished: readonly string[];
  /** The lines that may still change. What does not fit the screen is cut at the top. */
  readonly live: readonly string[];
  /** Where the person types, in `live`; the cursor is hidden without it. */
  readonly cursor?: Position | undefined;
}

/** What is shown. */
export interface View {
  /** Asked at most once a frame, and only after `Screen.invalidate()`. */
  frame(size: Size): Frame;
  /**
   * The last `size.rows` lines (or all, if fewer) of what is final and was handed out, for a new width: asked after a
   * resize, right after `frame`, to write those that are still on the screen anew.
   */
  recent(size: Size): readonly string[];
}

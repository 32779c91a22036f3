/** A part of the screen. */
export interface Component {
  /**
   * Lines of styled text, each at most `width` columns. The array is shared and read-only: the very same array while
   * nothing changed.
   */
  render(width: number): readonly string[];
}

/** A place in a grid of cells; both numbers count from 0. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** How many cells a terminal shows. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

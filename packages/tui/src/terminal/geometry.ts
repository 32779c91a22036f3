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

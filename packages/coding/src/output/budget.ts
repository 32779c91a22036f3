/** How much of a text one tool result may hold: whichever limit is reached first. */
export interface Budget {
  /** Default 2,000. */
  readonly maxLines?: number | undefined;
  /** UTF-8 bytes. Default 50,000. */
  readonly maxBytes?: number | undefined;
}

/** A {@link Budget} with its defaults filled in. */
export interface ResolvedBudget {
  readonly maxLines: number;
  readonly maxBytes: number;
}

/** The budget with its defaults. Throws `RangeError` when a limit is not a whole number of at least 1. */
export function resolveBudget({ maxLines = 2000, maxBytes = 50_000 }: Budget): ResolvedBudget {
  for (const [name, value] of Object.entries({ maxLines, maxBytes }))
    if (!Number.isInteger(value) || value < 1)
      throw new RangeError(`${name} must be a whole number of at least 1, but is ${value}.`);
  return { maxLines, maxBytes };
}

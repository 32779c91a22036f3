/** What was proved, printed line by line as it comes. */
export class Report {
  isGood = true;

  /** A number and the most it may be. */
  bound(name: string, value: number, most: number, unit: string): void {
    const shown = Number.isInteger(value) ? String(value) : value.toFixed(2);
    this.#line(value <= most, `${name}: ${shown} of at most ${most} ${unit}`);
  }

  /** Something that rejects when it does not hold, and may resolve with what was seen. */
  async holds(name: string, prove: () => Promise<string | void>): Promise<void> {
    try {
      const seen = await prove();
      this.#line(true, seen === undefined ? name : `${name} (${seen})`);
    } catch (error) {
      this.#line(false, `${name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #line(isGood: boolean, text: string): void {
    this.isGood &&= isGood;
    process.stdout.write(`${isGood ? "ok  " : "FAIL"} ${text}\n`);
  }
}

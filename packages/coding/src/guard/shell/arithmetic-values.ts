import type { Piece, ReadWord } from "./word.ts";

interface Assigned {
  isOpen: boolean;
  /** Variables whose values flow into this one. */
  readonly from: Set<string>;
}

/** Variables that hold what somebody else handed over: arguments, input, the last word. */
const handedOver = /^(?:\d+|[@*_]|REPLY|MAPFILE|COPROC|OPTARG|BASH_(?:REMATCH|ARGV0?|COMMAND))$/;

/** Text that is a number or an expression of numbers: calculating with it runs nothing. */
const numbers = /^(?:0[xX][\da-fA-F]+|[\s\d+\-*/%()<>=!&|^~?:,.#])*$/;

/**
 * Where the shell calculates it evaluates the values of variables again, subscripts and the commands in them included:
 * `x='a[$(id)]'; ((x))` runs `id`. So a variable that is calculated with must hold a number, as far as the line tells.
 */
export class ArithmeticValues {
  readonly #assigned = new Map<string, Assigned>();
  readonly #uses: { readonly name: string; readonly text: string }[] = [];
  readonly #integers = new Set<string>();

  /** `name` is set to `value`; `undefined` stands for input and other values that nobody knows. */
  assign(name: string, value: ReadWord | undefined, isNumber = false): void {
    const entry = this.#assigned.get(name) ?? { isOpen: false, from: new Set<string>() };
    this.#assigned.set(name, entry);
    if (isNumber) return;
    if (value === undefined) entry.isOpen = true;
    else for (const piece of value.pieces) this.#flow(piece, entry, value.text);
  }

  /** Every assignment to it is calculated: `declare -i`. */
  declareInteger(name: string): void {
    this.#integers.add(name);
  }

  /** The variables in the text of an expression are calculated with. */
  use(expression: string): void {
    const values = expression.replace(/\$\{#\w+(?:\[[@*]\])?\}/g, ""); // Lengths are numbers.
    for (const [name] of values.matchAll(/[A-Za-z_]\w*|(?<=\$\{?)(?:\d+|[@*])/g))
      this.#uses.push({ name, text: expression });
  }

  unsafeUses(): readonly { readonly name: string; readonly text: string }[] {
    const uses = [...this.#uses, ...[...this.#integers].map((name) => ({ name, text: name }))];
    return uses.filter(({ name }) => this.#isUnsafe(name, new Set()));
  }

  #isUnsafe(name: string, seen: Set<string>): boolean {
    if (handedOver.test(name)) return true;
    const entry = this.#assigned.get(name);
    if (!entry || seen.has(name)) return false;
    seen.add(name);
    return entry.isOpen || [...entry.from].some((source) => this.#isUnsafe(source, seen));
  }

  #flow(piece: Piece, entry: Assigned, text: string): void {
    if (typeof piece === "string") {
      if (!numbers.test(piece)) entry.isOpen = true;
      return;
    }
    if (piece.open === "number") return;
    // One plain variable: as safe as that variable is. Anything else may be any text.
    const name = /^"?\$\{?([A-Za-z_]\w*|\d+|[@*])\}?"?$/.exec(text)?.[1];
    if (name !== undefined) entry.from.add(name);
    else if (!isNumberProducer(text)) entry.isOpen = true;
  }
}

/** Command substitutions that can only print one number, whatever they read. */
function isNumberProducer(text: string): boolean {
  const isSubstitution = /^"?\$\((?:[^()`|;&\n]*\|)*\s*([^()`|;&\n]*)\)"?$/.exec(text);
  return isSubstitution !== null && numberProducer.test(isSubstitution[1] ?? "");
}

const numberProducer =
  /^(?:wc\s+-[lcwm]\s*(?:<[^<]*)?|nproc|date\s+\+%[sYmdHMSNj]|id\s+-[ug]|stat\s+-c\s*%[sYXa]\s.*)\s*$/;

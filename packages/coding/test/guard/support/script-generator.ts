import { stubName } from "./real-bash.ts";

/**
 * Random shell scripts out of words that are safe to run: the stub, and commands that print. They spell, quote, nest and
 * wrap in every way the shell has; half of them get a few characters inserted or taken away afterwards.
 */
export class ScriptGenerator {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): string {
    const script = this.#script(3);
    return this.#chance(0.5) ? script : this.#mutate(script);
  }

  /** The generator mulberry32. */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #one<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new RangeError("nothing to choose from");
    return item;
  }

  #mutate(script: string): string {
    let text = script;
    for (let count = 1 + Math.floor(this.#random() * 3); count > 0; count--) {
      const at = Math.floor(this.#random() * (text.length + 1));
      const inserted = this.#chance(0.6)
        ? this.#one("'\"\\$`(){};|&<#\n \t!*?[]=~,:@-+".split(""))
        : "";
      text = text.slice(0, at) + inserted + text.slice(at + (this.#chance(0.5) ? 1 : 0));
    }
    return text;
  }

  #script(depth: number): string {
    const commands = Array.from({ length: 1 + Math.floor(this.#random() * 3) }, () =>
      this.#command(depth),
    );
    return commands.reduce(
      (left, right) =>
        left + this.#one(["; ", " && ", " || ", " | ", "\n", " & ", "\n\n", " |& "]) + right,
    );
  }

  #command(depth: number): string {
    if (depth <= 0) return this.#simple(depth);
    const make = this.#one([
      this.#simple,
      this.#simple,
      this.#compound,
      this.#shell,
      this.#wrapped,
      this.#strange,
    ]);
    return make.call(this, depth);
  }

  #simple(depth: number): string {
    const name = this.#chance(0.25)
      ? this.#spelled(stubName)
      : this.#one(["echo", "true", ":", "printf '%s'", "false", "test", "cat <<< x"]);
    const words = Array.from({ length: Math.floor(this.#random() * 3) }, () => this.#word(depth));
    const before = this.#one(["", "", "", "x=1 ", "! ", "2>&1 ", "time "]);
    const after = this.#one(["", "", "", " > out", " 2>&1", " # it's", " <<< x", " < /dev/null"]);
    return (
      before +
      [name, ...words].join(this.#one([" ", " ", "  ", "\t", " \\\n"])) +
      after +
      (after.includes("#") ? "\n:" : "")
    );
  }

  #spelled(name: string): string {
    const [first = "", ...rest] = name;
    const tail = rest.join("");
    return this.#one([
      name,
      name,
      `\\${name}`,
      `"${name}"`,
      `'${name}'`,
      `${first}''${tail}`,
      `${first}\\${tail}`,
      `$'${name}'`,
      `$'\\x${first.charCodeAt(0).toString(16)}${tail}'`,
      `${first}\\\n${tail}`,
      `${first}"${tail}"`,
      `./bin/${name}`,
      `"$PWD"/bin/${name}`,
      `$(echo ${name})`,
      `\${n-${name}}`,
      `{${name},x}`,
      `b?n/${name}`,
      `~+/bin/${name}`,
    ]);
  }

  #word(depth: number): string {
    const inner = (): string => (depth > 0 ? this.#script(depth - 1) : stubName);
    return this.#one<() => string>([
      () => "x",
      () => stubName,
      () => `"a ${stubName}"`,
      () => `'; ${stubName}'`,
      () => `a\\;${stubName}`,
      () => `#${stubName}`,
      () => `x#'`.slice(0, 2),
      () => "$x",
      () => `"\${x:-y}"`,
      () => `$(${inner()})`,
      () => `"$(${inner()})"`,
      () => `\`${inner().replaceAll(/[`\\$]/g, "\\$&")}\``,
      () => `"\${x:-$(${inner()})}"`,
      () => `\${x:+'}'}`,
      () => `<(${inner()})`,
      () => `$((1 + $(${inner()}; echo 1)))`,
      () => `$'a\\'; ${stubName} \\''`,
      () => `"'" "\\"; ${stubName}"`,
      () => `{a,$(${inner()})}`,
      () => `[a]* ?(b) "~"`,
      () => `a=(b)`.slice(0, 2),
    ])();
  }

  #compound(depth: number): string {
    const script = (): string => this.#script(depth - 1);
    return this.#one<() => string>([
      () => `(${script()})`,
      () => `{ ${script()}\n}`,
      () => `if ${script()}; then ${script()}\nelse ${script()}\nfi`,
      () => `for i in a ${this.#word(0)}; do ${script()}\ndone`,
      () => `while ${script()}; do ${script()}\nbreak; done`,
      () => `case ${this.#word(0)} in (a) ${script()};; x|*) ${script()}\n;; esac`,
      () => `f() { ${script()}\n}; f`,
      () => `g() (${script()}); g ${this.#word(0)}`,
      () => `[[ -n ${this.#word(depth - 1)} ]] && ${this.#command(depth - 1)}`,
      () => `(( $(${script()}; echo 1) )) || :`,
      () => `for ((i=0; i<1; i++)); do ${script()}\ndone`,
      () => `cat <<E\n$(${script()})\nE\n${script()}`,
      () => `cat <<'E'\n${script()}\nE\n:`,
      () => `cat <<-"E F" <<G\n\t${stubName}\n\tE F\n\`${stubName}\`\nG\n:`,
      () => `coproc { ${script()}\n}; wait`,
      () => `{ ${script()}\n} > out 2>&1`,
    ])();
  }

  #shell(depth: number): string {
    const code = this.#script(depth - 1);
    const label = this.#one([
      "bash -c ",
      "eval ",
      "sh -c ",
      "bash -ec ",
      "env bash -c ",
      "bash --norc -c ",
    ]);
    return this.#one<() => string>([
      () => label + this.#quoted(code),
      () => label + this.#quoted(code),
      () => `trap ${this.#quoted(code)} EXIT`,
      () => `bash <<'E'\n${code}\nE\n:`,
      () => `bash <<E\n${code}\nE\n:`,
      () => `bash <<< ${this.#quoted(code)}`,
      () => `echo ${this.#quoted(code)} | bash`,
      () => `. <(echo ${this.#quoted(code)})`,
      () => `x=${this.#quoted(code)}; eval "$x"`,
    ])();
  }

  #quoted(code: string): string {
    return this.#one<() => string>([
      () => `'${code.replaceAll("'", String.raw`'\''`)}'`,
      () => `"${code.replaceAll(/["\\$`]/g, "\\$&")}"`,
      () => `$'${code.replaceAll(/['\\]/g, "\\$&").replaceAll("\n", "\\n")}'`,
      () => `"${code.replaceAll(/["\\]/g, "\\$&")}"`,
    ])();
  }

  #wrapped(depth: number): string {
    const inner = this.#simple(depth - 1);
    const wrapper = this.#one([
      "env ",
      "command ",
      "nice -n 1 ",
      "timeout 5 ",
      "nohup ",
      "env -u q a=b ",
      "stdbuf -o0 ",
      "exec ",
      "builtin ",
      "env -S ",
      "setsid -w ",
      "time ",
      "echo x | xargs ",
      "echo x | xargs -I{} ",
      "find . -maxdepth 0 -exec ",
    ]);
    return wrapper + inner + (wrapper.startsWith("find") ? " {} \\;" : "");
  }

  #strange(depth: number): string {
    return this.#one<() => string>([
      () =>
        `x='a[$(${stubName})]'; ${this.#one(["((x))", "echo $((x))", "[[ x -eq 0 ]]", "echo ${!x}", 'echo "$x"'])}`,
      () => `x='$(${stubName})'; echo "${this.#one(["${x@P}", "$x", "${x@Q}", "${x^^}"])}"`,
      () =>
        `n=${this.#spelled(stubName)}; ${this.#one(["$n x", "echo $n", '"$n"', "eval $n", "${n} y"])}`,
      () =>
        `set -- ${stubName} x; ${this.#one(['"$@"', 'echo "$@"', "$1", "bash -c '$0' \"$1\""])}`,
      () => `echo ${stubName} > s; ${this.#one([". ./s", "cat s", "bash s", "bash < s"])}`,
      () => `PS4='$(${stubName})'; ${this.#one(["set -x", "true"])}; :`,
      () => `${this.#one(["mapfile -C", "compgen -C"])} ${stubName} -c 1 q <<< a`,
      () => `alias e=${stubName}${this.#one(["\n", "; "])}e`,
      () => `: <<'#'\n${this.#script(depth - 1)}\n#\n${this.#simple(0)}`,
      () => `echo \\\n# ${stubName}\n:`,
    ])();
  }
}

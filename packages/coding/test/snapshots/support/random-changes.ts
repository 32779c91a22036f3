import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { environment } from "./world.ts";

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const names = [
  "a",
  "b",
  "c",
  "d.txt",
  "e.log",
  "ü",
  "na me",
  "x\ny",
  "\xff\xfe",
  "-f",
  "q\"'",
  "CON",
];

/** Changes of all kinds to the files of a folder, some by git. */
export class RandomChanges {
  readonly #root: string;
  readonly #next: () => number;

  constructor(root: string, next: () => number) {
    this.#root = root;
    this.#next = next;
  }

  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  }

  /** Some changes. A change that the files do not allow is none. */
  change(count: number, withGit: boolean): void {
    for (let made = 0; made < count; made += 1) {
      const act = this.pick(withGit && this.below(4) === 0 ? this.#gitActs : this.#acts);
      try {
        act();
      } catch (error) {
        if (!(error instanceof Error && "code" in error)) throw error;
      }
    }
  }

  git(...args: string[]): void {
    spawnSync("git", args, { cwd: this.#root, env: environment });
  }

  readonly #acts: readonly (() => void)[] = [
    () => this.#put(),
    () => this.#put(),
    () => this.#put(),
    () => appendFileSync(this.#some(), this.#text()),
    () => rmSync(this.#some(), { recursive: true }),
    () => renameSync(this.#some(), this.#fresh()),
    () => mkdirSync(this.#fresh(), { recursive: true }),
    () => this.#mode(),
    () => this.#link(),
    () => this.#replaceByFolder(),
    () =>
      writeFileSync(
        `${this.#root}/.gitignore`,
        this.pick(["*.log\n", "b\n", "", "*.log\nd.txt\n!e.log\n", "c/\n"]),
      ),
  ];

  readonly #gitActs: readonly (() => void)[] = [
    () => this.git("add", "-A"),
    () => this.git("commit", "-qam", "x"),
    () => this.git("stash", "-q", "-u"),
    () => this.git("stash", "pop", "-q"),
    () => this.git("reset", "-q", "--hard"),
    () => this.git("reset", "-q", "--hard", "HEAD~1"),
    () => this.git("clean", "-qfd"),
    () => this.git("checkout", "-q", "-f", "-B", this.pick(["one", "two"])),
    () => this.git("checkout", "-q", "-f", this.pick(["one", "two", "-"])),
    () => this.git("rm", "-q", "-r", "--cached", "."),
  ];

  #put(): void {
    const path = this.#fresh();
    mkdirSync(path.subarray(0, path.lastIndexOf("/")), { recursive: true });
    writeFileSync(path, this.#text());
  }

  #text(): Buffer {
    const line = this.pick(["one\n", "two\r\n", "\0\xff", "", "long ".repeat(this.below(600))]);
    return Buffer.from(line.repeat(this.below(4)), "latin1");
  }

  #mode(): void {
    const path = this.#some();
    const isFolder = lstatSync(path).isDirectory();
    chmodSync(
      path,
      this.pick(isFolder ? [0o755, 0o700, 0o555, 0o1777] : [0o644, 0o755, 0o600, 0o444, 0o711]),
    );
  }

  #link(): void {
    const path = this.#fresh();
    // Other changes follow links: nothing outside but a file of this test's may be met.
    const outside = `${this.#root}.outside`;
    writeFileSync(outside, "outside\n");
    symlinkSync(this.pick(["a", "..", "nowhere", outside, "\xff"]), path);
  }

  #replaceByFolder(): void {
    const path = this.#some();
    rmSync(path, { recursive: true });
    mkdirSync(path);
    writeFileSync(Buffer.concat([path, Buffer.from("/a")]), this.#text());
  }

  #fresh(): Buffer {
    const depth = 1 + this.below(3);
    const parts = Array.from({ length: depth }, () => this.pick(names));
    return Buffer.concat([Buffer.from(`${this.#root}/`), Buffer.from(parts.join("/"), "latin1")]);
  }

  /** A path that is there. Throws an error of the system when there is none. */
  #some(): Buffer {
    const all = this.#below(Buffer.from(this.#root));
    return all.length === 0 ? Buffer.from(`${this.#root}/none`) : this.pick(all);
  }

  #below(folder: Buffer): Buffer[] {
    return readdirSync(folder, { encoding: "buffer" }).flatMap((name) => {
      if (name.toString("latin1") === ".git") return [];
      const path = Buffer.concat([folder, Buffer.from("/"), name]);
      return lstatSync(path).isDirectory() ? [path, ...this.#below(path)] : [path];
    });
  }
}

/** The few system calls a spool makes. Each throws what the system says. */
export interface SpoolDisk {
  /** Opens for appending; a new file is readable by its owner only. */
  open(path: string): number;
  /** Answers how many bytes were taken. */
  write(descriptor: number, bytes: Uint8Array): number;
  close(descriptor: number): void;
  remove(path: string): void;
}

/** This machine's disk. It is looked for when it is first used: where no Node runs there is none, and that is all. */
export const localDisk: SpoolDisk = {
  open: (path) => node("node:fs").openSync(path, "a", 0o600),
  write: (descriptor, bytes) => node("node:fs").writeSync(descriptor, bytes),
  close: (descriptor) => node("node:fs").closeSync(descriptor),
  remove: (path) => node("node:fs").unlinkSync(path),
};

/** The system's folder for temporary files. Throws where there is no system to ask. */
export function temporaryFolder(): string {
  return node("node:os").tmpdir();
}

const node: typeof process.getBuiltinModule = (name: string) => {
  if (!("process" in globalThis)) throw new Error("there is no disk here");
  return process.getBuiltinModule(name);
};

const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Whether a person sits behind one of the standard streams. */
export function isTerminal(stream: keyof typeof descriptors): boolean {
  return process.getBuiltinModule("node:tty").isatty(descriptors[stream]);
}

/** Whether the terminal understands the sequences that editing a line needs. */
export function canEditLines(variables: Readonly<Record<string, string | undefined>>): boolean {
  return variables["TERM"] !== "dumb";
}

// Every control character but tab and newline: what a model or a tool says must not drive the terminal.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The text without control characters, for a terminal. */
export function forTerminal(text: string): string {
  return text.replaceAll(controls, "");
}

/**
 * Characters whose width no terminal doubts: letters, East Asian characters, lines and boxes, but neither emoji nor what
 * joins the character before it.
 */
const certain =
  "\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u2010-\\u2027\\u2030-\\u205e\\u2190-\\u21ff\\u2500-\\u259f\\u3001-\\u3029\\u3041-\\u3096\\u30a0-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60";
const certainText = new RegExp(`^[${certain}]*$`);
/** ESC is no character: it begins a sequence, whose other characters are certain. */
const uncertainCharacter = new RegExp(`[^${certain}\\u001b]`);

/** Whether a terminal may give the text another width than `displayWidth`. It may hold sequences. */
export function isUncertain(text: string): boolean {
  return uncertainCharacter.test(text);
}

/** Whether every terminal gives the text the same width. It holds no sequences, and each code unit is a character of it. */
export function isCertain(visible: string): boolean {
  return certainText.test(visible);
}

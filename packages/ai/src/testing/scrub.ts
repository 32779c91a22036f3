/** Changes a text before it is recorded or compared: takes out secrets of your own, temporary paths, dates. */
export type Scrub = (text: string) => string;

const REDACTED = "[redacted]";

/** Fields whose text is a secret by their name alone. */
const SECRET_NAME =
  /^(?:proxy-)?authorization$|^(?:set-)?cookie$|api[-_]?key$|^(?:client[-_]?)?secret$|^password$|^(?:access|refresh|auth|id)[-_]?token$/i;

/** Texts that are secrets by their shape, and what is written in their place. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, REDACTED],
  [/\b(?:sk|rk|pk)-[A-Za-z0-9_-]{16,}/g, REDACTED],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, REDACTED],
  [
    /\b(?:gh[opsur]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}|glpat-[A-Za-z0-9_-]{16,})/g,
    REDACTED,
  ],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, REDACTED],
  [/\b(?:xox[abeprs]|hf|npm|gsk|xai)[-_][A-Za-z0-9-]{16,}/g, REDACTED],
  [/\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/g, REDACTED],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{16,}/gi, `$1 ${REDACTED}`],
  [/\b([A-Z0-9_]*(?:API_?KEY|TOKEN|SECRET|PASSWORD)[A-Z0-9_]*=)[^\s"']+/g, `$1${REDACTED}`],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:)[^\s/@]+(?=@)/gi, `$1${REDACTED}`],
];

/**
 * A copy in which no secret can be read that can be told by its shape (keys of well-known services, bearer tokens,
 * private keys, `NAME_TOKEN=…`, passwords in URLs) or by its field's name, and in which `scrub` was applied to every
 * text.
 */
export function scrubbed<Value extends object>(value: Value, scrub?: Scrub): Value {
  const copy = structuredClone(value);
  scrubInPlace(copy, scrub ?? ((text) => text));
  return copy;
}

function scrubInPlace(value: object, scrub: Scrub): void {
  const fields: [string, unknown][] = Object.entries(value);
  for (const [name, field] of fields) {
    if (typeof field === "string") {
      const text = SECRET_NAME.test(name) ? REDACTED : scrub(withoutSecrets(field));
      Reflect.set(value, name, text);
    } else if (typeof field === "object" && field !== null) {
      scrubInPlace(field, scrub);
    }
  }
}

function withoutSecrets(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of SECRET_TEXTS) clean = clean.replace(pattern, replacement);
  return clean;
}

import type { AssistantMessage, Diagnostic, ProviderErrorKind } from "@tau-ts/ai";

/** How a reply ended that did not end well, in words for people. */
export interface Ending {
  readonly role: "error" | "warning";
  readonly title: string;
  /** What the provider, or the loop, said. May hold anything. */
  readonly text: string;
  /** What to do next. */
  readonly advice: string;
}

const retryable = "Send your message again, or choose another model with /model.";

const adviceByKind: Readonly<Record<ProviderErrorKind, readonly [string, string]>> = {
  auth: [
    "The provider refused the key",
    "Keep a valid key with: tau auth set PROVIDER. Or choose another model with /model.",
  ],
  quota: [
    "No credit or allowance is left with the provider",
    "Top up your account there, or choose another model with /model.",
  ],
  "rate-limit": [
    "Too many requests just now",
    "Wait a little and send your message again, or choose another model with /model.",
  ],
  overloaded: ["The provider has no capacity just now", retryable],
  "context-overflow": [
    "The conversation is too long for the model",
    "Make room with /compact, begin anew with /new, or choose a model with a larger window with /model.",
  ],
  "invalid-request": [
    "The provider did not accept the request",
    "Choose another model with /model, or begin anew with /new.",
  ],
  "content-filter": [
    "The provider refused the content",
    "Say it in other words, or choose another model with /model.",
  ],
  network: [
    "No connection to the provider",
    "Check the network and the proxy, then send your message again.",
  ],
  timeout: ["The provider did not answer in time", retryable],
  protocol: ["The provider's answer could not be understood", retryable],
  server: ["The provider failed", retryable],
  unknown: ["The reply failed", retryable],
};

/** Undefined when the reply ended well. */
export function endingOf(message: AssistantMessage): Ending | undefined {
  const { stopReason, errorMessage = "", diagnostics = [] } = message;
  switch (stopReason) {
    case "stop":
    case "toolUse":
      return undefined;
    case "length":
      return {
        role: "warning",
        title: "The reply was cut off by the output limit",
        text: "",
        advice: "Say “go on” for the rest.",
      };
    case "aborted":
      return stopEnding(diagnostics, errorMessage);
    case "error":
      return errorEnding(diagnostics, errorMessage);
  }
}

function stopEnding(diagnostics: readonly Diagnostic[], errorMessage: string): Ending {
  const cancelled = diagnostics.find(({ type }) => type === "cancelled");
  const kind = cancelled?.["kind"];
  const reason = cancelled?.["reason"];
  const who = typeof kind === "string" && kind !== "user" ? ` (${kind})` : "";
  return {
    role: "warning",
    title: `Stopped${who}`,
    text: typeof reason === "string" ? reason : reasonIn(errorMessage),
    advice: "Say what to do instead, or “go on”.",
  };
}

/** What stands behind `Operation aborted: `. */
function reasonIn(errorMessage: string): string {
  return /^[^:]*aborted: (.*)$/is.exec(errorMessage)?.[1] ?? "";
}

function errorEnding(diagnostics: readonly Diagnostic[], text: string): Ending {
  const limit = diagnostics.find(({ type }) => type === "limit");
  if (limit)
    return {
      role: "warning",
      title: "A limit was reached",
      text,
      advice: "Begin again with a higher limit to go on.",
    };
  const failure = diagnostics.find(({ type }) => type === "provider_error");
  if (!failure)
    return { role: "error", title: "The run failed", text, advice: "Send your message again." };
  const [title, advice] = adviceByKind[kindOf(failure["kind"])];
  const wait = failure["retryAfterMs"];
  const when =
    typeof wait === "number" && wait > 0
      ? ` The provider asks to wait ${Math.ceil(wait / 1000)} s.`
      : "";
  return { role: "error", title, text, advice: advice + when };
}

function kindOf(kind: unknown): ProviderErrorKind {
  return typeof kind === "string" && isKind(kind) ? kind : "unknown";
}

function isKind(kind: string): kind is ProviderErrorKind {
  return Object.hasOwn(adviceByKind, kind);
}

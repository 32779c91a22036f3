import type { ThinkingLevel, WireName } from "@tau-ts/ai";
import type { PermissionMode } from "@tau-ts/coding";

// Written out: importing them would load whole packages before a version can be printed.

export const permissionModes: readonly PermissionMode[] = ["read-only", "ask", "auto-edit", "full"];

export const thinkingLevels: readonly ThinkingLevel[] = [
  "off",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
];

export const wireNames: readonly WireName[] = [
  "anthropic-messages",
  "openai-completions",
  "openai-responses",
  "google-generative-ai",
  "mistral-chat",
];

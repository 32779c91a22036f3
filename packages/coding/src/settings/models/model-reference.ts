import { thinkingLevels } from "@tau-ts/ai";
import type { ThinkingLevel } from "@tau-ts/ai";

/** A way to read what somebody wrote as a model: ids may hold colons themselves, so there can be two. */
export interface ModelReading {
  /** With the provider in front, or without. */
  readonly name: string;
  readonly thinking?: ThinkingLevel;
}

/** `provider/id:thinking` and its shorter forms, the reading that takes all of it as a name first. */
export function readings(reference: string): readonly ModelReading[] {
  const name = reference.trim();
  const colon = name.lastIndexOf(":");
  const thinking =
    colon > 0 ? thinkingLevels.find((level) => level === name.slice(colon + 1)) : undefined;
  if (thinking === undefined) return [{ name }];
  return [{ name }, { name: name.slice(0, colon), thinking }];
}

/** The part in front of the first slash, and the rest. */
export function splitProvider(
  name: string,
): { readonly first: string; readonly rest: string } | undefined {
  const slash = name.indexOf("/");
  return slash < 1 ? undefined : { first: name.slice(0, slash), rest: name.slice(slash + 1) };
}

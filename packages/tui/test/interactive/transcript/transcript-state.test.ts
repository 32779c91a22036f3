import { describe, expect, it } from "vitest";
import {
  emptyTranscript,
  withNotice,
} from "../../../src/interactive/transcript/transcript-state.ts";
import type { Transcript } from "../../../src/interactive/transcript/transcript-state.ts";
import { blocksOf } from "./watched-agent.ts";

describe("the blocks of a transcript", () => {
  it("lists that grew out of each other share what they have in common and never change", () => {
    const notice = { role: "muted" as const, text: "a" };
    const first = withNotice(emptyTranscript(), notice);
    const second = withNotice(first, { ...notice, text: "b" });
    const other = withNotice(first, { ...notice, text: "c" });
    const texts = (transcript: Transcript): readonly string[] =>
      blocksOf(transcript).map((block) => (block.kind === "notice" ? block.text : ""));
    expect([first, second, other].map(texts)).toEqual([["a"], ["a", "b"], ["a", "c"]]);
  });
});

import { describe, expect, it } from "vitest";
import { chunk, content, data, done, finish } from "../../support/chat.ts";
import { readingOf } from "../../support/wire.ts";

const { final } = readingOf("openai-completions");

describe("usage on the chat wires", () => {
  it.each<[string, Record<string, unknown>, Record<string, number>]>([
    [
      "a cache hit beside the details",
      { prompt_tokens: 540, completion_tokens: 45, prompt_cache_hit_tokens: 512 },
      { input: 28, output: 45, cacheRead: 512, cacheWrite: 0 },
    ],
    [
      "cached tokens at the top",
      { prompt_tokens: 10, completion_tokens: 1, cached_tokens: 4 },
      { input: 6, output: 1, cacheRead: 4, cacheWrite: 0 },
    ],
    [
      "a cache that is not part of the prompt",
      { prompt_tokens: 7, completion_tokens: 8, prompt_tokens_details: { cached_tokens: 161 } },
      { input: 7, output: 8, cacheRead: 161, cacheWrite: 0 },
    ],
    [
      "reasoning beside the completion, as the total shows",
      {
        prompt_tokens: 702,
        completion_tokens: 17,
        total_tokens: 839,
        completion_tokens_details: { reasoning_tokens: 120 },
      },
      { input: 702, output: 137, reasoning: 120 },
    ],
  ])("C13.7 usage: %s", async (_, usage, expected) => {
    expect((await final(content("A") + finish("stop", usage) + done)).usage).toMatchObject(
      expected,
    );
  });

  it("C13.7 usage is also found in the choice and in a field of its own, and the last one counts", async () => {
    const own = chunk({}, "stop", {
      x_groq: { usage: { prompt_tokens: 5, completion_tokens: 2 } },
    });
    expect((await final(content("A") + own)).usage).toMatchObject({ input: 5, output: 2 });
    const inside = data({
      choices: [
        { delta: {}, finish_reason: "stop", usage: { prompt_tokens: 9, completion_tokens: 4 } },
      ],
    });
    const early = chunk({ content: "A" }, null, {
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    });
    expect((await final(early + inside)).usage).toMatchObject({ input: 9, output: 4 });
  });
});

import { complete, createModel, textOf, userMessage } from "../../src/index.ts";
import { recordModel, replayModel, scriptedModel, type Exchange } from "../../src/testing/index.ts";
import { textReply } from "./anthropic.ts";

/** Uses what runs anywhere: a call over a transport, a scripted model, a recording and its replay. */
export async function run(): Promise<Readonly<Record<string, string>>> {
  const request = { messages: [userMessage("hi", 1)] };
  let sentTo = "";
  const model = createModel({
    wire: "anthropic-messages",
    model: "m",
    apiKey: "k",
    fetch: (url) => {
      sentTo = url;
      return Promise.resolve(new Response(textReply("hello")));
    },
  });
  const called = textOf(await complete(model, request));
  const cassette: Exchange[] = [];
  const recorded = recordModel(scriptedModel(["one two"]), cassette);
  const scripted = textOf(await complete(recorded, request));
  const replayed = textOf(await complete(replayModel(cassette), request));
  return { called, sentTo, scripted, replayed };
}

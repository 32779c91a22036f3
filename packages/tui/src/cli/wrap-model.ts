import type { JsonObject, Model } from "@tau-ts/ai";
import { renderRequest, replayModel } from "@tau-ts/ai/testing";
import { recordModelTo, replayModelFrom } from "@tau-ts/ai/testing/node";
import { CommandError } from "./command-error.ts";

/** A model that is asked for answers which follow a schema, where its provider supports that. */
export function withSchema(model: Model, schema: JsonObject): Model {
  return {
    ...(model.info && { info: model.info }),
    stream: (request) => model.stream({ ...request, responseFormat: { name: "answer", schema } }),
  };
}

/**
 * A model that keeps each of its replies in a file. A reply is shown when it is complete, in the pieces in which the file
 * is replayed: both look the same.
 */
export function recorded(model: Model, path: string): Model {
  const recorder = recordModelTo(model, path);
  return {
    ...(model.info && { info: model.info }),
    async *stream(request) {
      const asked = renderRequest(request);
      for await (const event of recorder.stream(request)) {
        if (event.type === "error" || event.type === "retry") yield event;
        if (event.type === "done")
          yield* replayModel([{ request: asked, response: event.message }]).stream(request);
      }
    },
  };
}

/** The model that answers what was recorded. Throws CommandError for a file that is no recording. */
export async function played(path: string): Promise<Model> {
  try {
    return await replayModelFrom(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandError("usage", `--replay: ${error.message}.`, { cause: error });
  }
}

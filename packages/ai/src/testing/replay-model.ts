import { StopSwitch } from "../call/stop-switch.ts";
import type { JsonObject } from "../json.ts";
import { failedMessage, type AssistantMessage } from "../messages.ts";
import type { Model, ModelInfo, ModelRequest } from "../model.ts";
import { sleep } from "../sleep.ts";
import { EventStream } from "../stream/event-stream.ts";
import { renderRequest, type Cassette, type CassetteOptions, type Exchange } from "./cassette.ts";
import { playMessage } from "./play-message.ts";
import { describeMiss, requestKey } from "./request-diff.ts";

/** How a cassette is played. */
export interface ReplayModelOptions extends CassetteOptions {
  /** Facts about the model, laid over what the recorded replies say. */
  readonly info?: Partial<ModelInfo> | undefined;
}

/** A model that answers from a cassette. */
export interface ReplayModel extends Model {
  /** Exchanges that were not asked for so far: an empty list says that a test went the whole recorded way. */
  readonly unplayed: Cassette;
}

/**
 * A model that answers what was recorded by `recordModel`, without any network. The request decides which reply comes,
 * not its turn: it is rendered as recording does it and looked up. A request that was recorded several times gets its
 * replies in their order, and the last of them from then on. Replies are streamed as a provider would, with deltas of a
 * word each, and end with the recorded message, always the same one.
 *
 * A request that was not recorded is an `error` whose text says, like a diff, what tells it from the nearest one that
 * was. The model honours `signal` before every event.
 */
export function replayModel(cassette: Cassette, options: ReplayModelOptions = {}): ReplayModel {
  const shelf = new Shelf(cassette);
  const [first] = cassette;
  const { model = "replay", provider, api } = first?.response ?? {};
  return {
    info: { id: model, provider, api, ...options.info },
    get unplayed() {
      return shelf.unplayed;
    },
    stream(request) {
      const { signal } = request;
      const stop = new StopSwitch(signal);
      const message = reply(shelf, request, options);
      return new EventStream(play(message, signal, stop), stop, signal);
    },
  };
}

async function* play(
  message: AssistantMessage,
  signal: AbortSignal | undefined,
  stop: StopSwitch,
): ReturnType<typeof playMessage> {
  stop.arm();
  try {
    yield* playMessage({ message, course: {}, signal, stop, sleep });
  } finally {
    stop.dispose();
  }
}

function reply(shelf: Shelf, request: ModelRequest, options: ReplayModelOptions): AssistantMessage {
  const asked = renderRequest(request, options.scrub);
  const found = shelf.take(asked);
  if (found !== undefined) return structuredClone(found.response);
  const text = `replayModel: this request was not recorded. ${describeMiss(asked, shelf.requests)}\nRecord the cassette again if the new request is right.`;
  return failedMessage(text);
}

/** Exchanges by what was asked. */
class Shelf {
  readonly #all: Cassette;
  readonly #waiting = new Map<string, Exchange[]>();
  readonly #played = new Set<Exchange>();

  constructor(cassette: Cassette) {
    this.#all = [...cassette];
    for (const exchange of cassette) {
      const key = requestKey(exchange.request);
      const known = this.#waiting.get(key);
      if (known === undefined) this.#waiting.set(key, [exchange]);
      else known.push(exchange);
    }
  }

  get requests(): readonly JsonObject[] {
    return this.#all.map(({ request }) => request);
  }

  get unplayed(): Cassette {
    return this.#all.filter((exchange) => !this.#played.has(exchange));
  }

  take(request: JsonObject): Exchange | undefined {
    const waiting = this.#waiting.get(requestKey(request)) ?? [];
    // The last one stays.
    const exchange = waiting.length > 1 ? waiting.shift() : waiting[0];
    if (exchange !== undefined) this.#played.add(exchange);
    return exchange;
  }
}

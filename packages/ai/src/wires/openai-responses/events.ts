import { ProviderError } from "../../errors.ts";
import { streamError } from "../../failure/classify.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import type { AssistantStream } from "../../stream/assistant-stream.ts";
import type { ServerSentEvent } from "../../stream/sse.ts";
import { parseEventData } from "../event-data.ts";
import { numberField, objectField, objectList, textField } from "../json-fields.ts";
import type { WireReader } from "../wire.ts";
import { OutputItems } from "./output-items.ts";

/** Events of the Responses API. Items that are not for the client, such as tools the provider runs itself, are ignored. */
export class ResponsesReader implements WireReader {
  readonly #stream: AssistantStream;
  readonly #items: OutputItems;

  constructor(stream: AssistantStream) {
    this.#stream = stream;
    this.#items = new OutputItems(stream);
  }

  read(event: ServerSentEvent): boolean {
    if (event.data.trim() === "[DONE]") return false;
    const data = parseEventData(event);
    if (data === undefined) return false;
    const type = textField(data["type"]) || (event.name ?? "");
    this.#readEvent(type, data);
    return true;
  }

  end(): void {
    // Only the server's last event ends a reply.
  }

  #readEvent(type: string, data: JsonObject): void {
    const response = data["response"];
    switch (type) {
      case "response.created":
      case "response.queued":
      case "response.in_progress":
        this.#identify(response);
        return;
      case "response.completed":
      case "response.incomplete":
      case "response.done":
      case "response.failed":
      case "response.cancelled":
        this.#finish(objectField(response), type);
        return;
      default:
    }
    if (type === "error" || isJsonObject(data["error"])) throw streamError(data);
    this.#items.read(type, data);
  }

  #identify(response: JsonValue | undefined): void {
    const { id, model } = objectField(response);
    this.#stream.identify({
      ...(typeof id === "string" && { responseId: id }),
      ...(typeof model === "string" && { model }),
    });
    this.#stream.start();
  }

  #finish(response: JsonObject, type: string): void {
    this.#identify(response);
    this.#readUsage(objectField(response["usage"]));
    const status = textField(response["status"]) || type.replace("response.", "");
    if (status === "failed" || isJsonObject(response["error"])) throw streamError(response);
    if (status === "cancelled") {
      throw new ProviderError("the provider cancelled the reply", {
        kind: "server",
        retryable: true,
        code: status,
      });
    }
    this.#items.readRest(objectList(response["output"]));
    if (status !== "incomplete") {
      this.#stream.done(this.#items.hasCalls ? "toolUse" : "stop");
      return;
    }
    const reason = textField(objectField(response["incomplete_details"])["reason"]);
    if (reason === "content_filter") {
      throw new ProviderError("the provider stopped the reply (reason: content_filter)", {
        kind: "content-filter",
        retryable: false,
        code: reason,
      });
    }
    this.#stream.done("length");
  }

  #readUsage(usage: JsonObject): void {
    const input = numberField(usage["input_tokens"]);
    if (input === undefined) return;
    const details = objectField(usage["input_tokens_details"]);
    const cacheRead = numberField(details["cached_tokens"]) ?? 0;
    const cacheWrite = numberField(details["cache_write_tokens"]) ?? 0;
    const reasoning = numberField(objectField(usage["output_tokens_details"])["reasoning_tokens"]);
    const rest = input - cacheRead - cacheWrite;
    this.#stream.updateUsage({
      input: rest < 0 ? input : rest,
      output: numberField(usage["output_tokens"]) ?? 0,
      cacheRead,
      cacheWrite,
      ...(reasoning !== undefined && { reasoning }),
    });
  }
}

/** Events of the Responses API, as text. */
type Json = Record<string, unknown>;

export function event(type: string, more: Json = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
}

export const created: string = event("response.created", {
  response: { id: "resp_1", model: "gpt-test", status: "in_progress", output: [] },
});

export function added(index: number, item: Json): string {
  return event("response.output_item.added", { output_index: index, item });
}

export function itemDone(index: number, item: Json): string {
  return event("response.output_item.done", { output_index: index, item });
}

export function delta(kind: string, index: number, text: string, more: Json = {}): string {
  return event(`response.${kind}.delta`, { output_index: index, delta: text, ...more });
}

export function textItem(index: number, text: string, more: Json = {}): string {
  const item = { type: "message", id: `msg_${index}`, role: "assistant", ...more };
  const content = [{ type: "output_text", text }];
  return (
    added(index, { ...item, content: [] }) +
    delta("output_text", index, text, { item_id: item.id }) +
    itemDone(index, { ...item, content })
  );
}

export function callItem(index: number, fragments: readonly string[], more: Json = {}): string {
  const item = {
    type: "function_call",
    id: `fc_${index}`,
    call_id: `call_${index}`,
    name: "read",
    ...more,
  };
  const pieces = fragments.map((text) => delta("function_call_arguments", index, text));
  return (
    added(index, { ...item, arguments: "" }) +
    pieces.join("") +
    itemDone(index, { ...item, arguments: fragments.join("") })
  );
}

export function ended(status: string, more: Json = {}): string {
  const response = {
    id: "resp_1",
    status,
    output: [],
    usage: {
      input_tokens: 20,
      input_tokens_details: { cached_tokens: 8, cache_write_tokens: 2 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 3 },
    },
    ...more,
  };
  return event(`response.${status}`, { response });
}

export const completed: string = ended("completed");

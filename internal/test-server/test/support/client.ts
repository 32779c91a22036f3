import { request as httpRequest } from "node:http";
import type { Agent, IncomingMessage } from "node:http";

/** Sends JSON as clients do. */
export async function post(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "k" },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

/** Sends with node:http and hands back the response as soon as its head is there. */
export async function send(url: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "POST", ...(agent && { agent }) }, resolve);
    request.once("error", reject);
    request.end("{}");
  });
}

/** The code of the system error below a rejection; what was thrown where it has none. */
export async function errorCode(promise: Promise<unknown>): Promise<unknown> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && "code" in cause ? cause.code : cause;
}

/** The whole body, as text. */
export async function readAll(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return text;
}

import type { Wire } from "../wire.ts";
import { GoogleReader } from "./events.ts";
import { GOOGLE_API, GOOGLE_BASE_URL, googleRequest } from "./request.ts";

/** The Generative Language API of Google: Gemini and Gemma models. */
export const googleGenerativeAI: Wire = {
  name: GOOGLE_API,
  provider: "google",
  baseUrl: GOOGLE_BASE_URL,
  request: googleRequest,
  reader: (stream) => new GoogleReader(stream),
};

export type { Frontend, TextWriter } from "./frontends/frontend.ts";
export { JsonFrontend } from "./frontends/json-frontend.ts";
export type { JsonFrontendOptions } from "./frontends/json-frontend.ts";
export { TextFrontend } from "./frontends/text-frontend.ts";
export type { TextFrontendOptions } from "./frontends/text-frontend.ts";

// Adding a name here makes it public; a test pins the list.
export type { Cassette, CassetteOptions, Exchange } from "./cassette.ts";
export { renderRequest } from "./cassette.ts";
export type { CassetteSink } from "./record-model.ts";
export { recordModel } from "./record-model.ts";
export type { ReplayModel, ReplayModelOptions } from "./replay-model.ts";
export { replayModel } from "./replay-model.ts";
export type { ScriptedModel, ScriptedModelOptions } from "./scripted-model.ts";
export { scriptedModel } from "./scripted-model.ts";
export type {
  ScriptedFailure,
  ScriptedPause,
  ScriptedReply,
  ScriptedReplyFunction,
  ScriptedReplyValue,
  ScriptedTurn,
} from "./scripted-turn.ts";
export type { Scrub } from "./scrub.ts";

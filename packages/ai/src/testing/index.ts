// Adding a name here makes it public; a test pins the list.
export type { ScriptedModel, ScriptedReply, ScriptedReplyFunction } from "./scripted-model.ts";
export { scriptedModel } from "./scripted-model.ts";

// Adding a name here makes it public; a test pins the list.
export { recordModelTo, replayModelFrom } from "./cassette-file.ts";

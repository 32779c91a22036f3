// A module of its own, so that the demo is loaded only when it answers.
export { offlineModel } from "@tau-ts/coding";

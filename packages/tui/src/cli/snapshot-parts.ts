// A module of its own, so that snapshots are loaded only when something is about to be changed.
export { Snapshots, explain, snapshotTool } from "@tau-ts/coding";

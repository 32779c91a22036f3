// Nothing but the import: what the package costs a program that starts.
export * from "@tau-ts/ai";

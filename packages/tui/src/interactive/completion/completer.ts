import type { Workspace } from "@tau-ts/coding";
import { messageOf } from "../../cli/failure.ts";
import { completeCommand } from "./commands.ts";
import type { CommandOffer } from "./commands.ts";
import { isSameRequest } from "./completion-menu.ts";
import type { CompletionItem } from "./completion-menu.ts";
import { fileWordFor, shellWordFor } from "./completion-request.ts";
import type { CompletionRequest } from "./completion-request.ts";
import { FileIndex } from "./file-index.ts";
import { listPaths } from "./list-paths.ts";

export interface CompleterOptions {
  /** Where files are looked for. */
  readonly workspace: Workspace;
  /** Commands, skills (`skill:name`) and templates, as they are at the moment. */
  readonly commands: () => readonly CommandOffer[];
  /**
   * Hears the answer to a request, unless another one was made since: `offerCompletions` takes it. Answers about commands
   * come before `follow` returns, the others later.
   */
  readonly deliver: (request: CompletionRequest, items: readonly CompletionItem[]) => void;
  /** Hears why files could not be listed. */
  readonly onWarning: (text: string) => void;
  /** Milliseconds, of any clock that only goes on. Default: `performance.now`. */
  readonly nowMs?: (() => number) | undefined;
}

/** Finds what can be put at the cursor. One request at a time: a new one gives up the one before. */
export class Completer {
  readonly #options: CompleterOptions;
  readonly #files: FileIndex;
  #request: CompletionRequest | undefined;
  #abort: AbortController | undefined;

  constructor(options: CompleterOptions) {
    this.#options = options;
    const { workspace, nowMs = () => performance.now() } = options;
    this.#files = new FileIndex({ workspace, nowMs });
  }

  /** Takes what is wanted now: `wantedCompletion` of the editor, after every change. */
  follow(request: CompletionRequest | undefined): void {
    if (isSameRequest(request, this.#request)) return;
    this.#abort?.abort();
    this.#abort = undefined;
    if (this.#request?.kind === "file" && request?.from !== this.#request.from)
      this.#files.release();
    this.#request = request;
    if (!request) return;
    const { deliver, commands } = this.#options;
    if (request.kind === "command" || request.kind === "argument")
      return deliver(request, completeCommand(request, commands()));
    const abort = new AbortController();
    this.#abort = abort;
    void this.#find(request, abort.signal);
  }

  /** Gives up what goes on; nothing is delivered any more. */
  close(): void {
    this.follow(undefined);
  }

  async #find(request: CompletionRequest, signal: AbortSignal): Promise<void> {
    const { deliver, onWarning } = this.#options;
    let items: readonly CompletionItem[] = [];
    try {
      items = await this.#items(request, signal);
    } catch (error) {
      if (!signal.aborted) onWarning(`Files could not be listed: ${messageOf(error)}`);
    }
    if (!signal.aborted) deliver(request, items);
  }

  async #items(
    { kind, query }: CompletionRequest,
    signal: AbortSignal,
  ): Promise<readonly CompletionItem[]> {
    const { workspace } = this.#options;
    if (kind === "path")
      return (await listPaths(workspace, query, signal)).map((path) =>
        pathItem(path, shellWordFor(path)),
      );
    // What is not below the working directory is in no list.
    const isElsewhere = /^(?:~?\/|~$|\.\.?(?:\/|$))/.test(query);
    const found = isElsewhere
      ? await listPaths(workspace, query, signal)
      : await this.#files.search(query, signal);
    return found.map((path) => pathItem(path, fileWordFor(path, path.endsWith("/"))));
  }
}

function pathItem(path: string, insert: string): CompletionItem {
  return { label: path, insert, isWhole: !path.endsWith("/") };
}

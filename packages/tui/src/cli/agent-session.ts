import { homedir } from "node:os";
import { Harness, HarnessError, persistTo } from "@tau-ts/agent";
import type { Message, Model } from "@tau-ts/ai";
import { LocalShell, LocalWorkspace, buildSystemPrompt, discoverContext } from "@tau-ts/coding";
import type { Ask } from "@tau-ts/coding";
import type { ModelChoice } from "./choose-model.ts";
import { guardedTools } from "./guarded-tools.ts";
import { openSession } from "./open-session.ts";
import type { OpenedSession } from "./open-session.ts";
import { tauHome } from "./settings.ts";
import type { Variables } from "./settings.ts";
import type { Work } from "./work.ts";

/** How long a stopped run may take to end by itself, in milliseconds. */
export const stopGraceMs = 500;

export interface AgentSessionOptions extends Pick<Work, "given" | "cwd" | "choice"> {
  readonly variables: Variables;
  readonly ask: Ask | undefined;
  /** Tells a person something in one line. */
  readonly notify: (text: string) => void;
}

/** A conversation that is ready to go on. */
export interface AgentSession extends AsyncDisposable {
  readonly id: string;
  readonly harness: Harness;
  /** What answers, for people. */
  readonly modelName: string;
}

/** Puts model, tools, briefing, harness and session file together. Throws CommandError for what cannot work. */
export async function openAgentSession(options: AgentSessionOptions): Promise<AgentSession> {
  const { given, cwd, choice, variables, notify } = options;
  const home = tauHome(variables, homedir());
  const opened = await openSession({
    choice: given.session,
    cwd,
    home,
    now: new Date(),
    warn: notify,
  });
  const shell = new LocalShell();
  const dispose = async (): Promise<void> => {
    await shell.dispose();
    await opened.log?.close();
  };
  try {
    const model = await loadModel(choice);
    if (choice.kind === "offline") notify(offlineNotice);
    const harness = await makeHarness(options, model, shell, opened);
    const modelName = model.info?.id ?? "a model without a name";
    return { id: opened.id, harness, modelName, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const offlineNotice =
  "no model is named and no key is set, so the offline demo answers. For a real model: ANTHROPIC_API_KEY=KEY tau …, or tau --wire anthropic-messages --base-url URL --model NAME …";

/** Only the model that answers is loaded. */
async function loadModel(choice: ModelChoice): Promise<Model> {
  if (choice.kind === "offline") return (await import("@tau-ts/coding")).offlineModel();
  const [{ createModel }, { nodeTransport }] = await Promise.all([
    import("@tau-ts/ai"),
    import("@tau-ts/ai/node"),
  ]);
  return createModel({ ...choice.options, fetch: nodeTransport() });
}

async function makeHarness(
  options: AgentSessionOptions,
  model: Model,
  shell: LocalShell,
  { id, log }: OpenedSession,
): Promise<Harness> {
  const { given, cwd, ask, notify } = options;
  const workspace = new LocalWorkspace({ cwd });
  const tools = guardedTools({
    workspace,
    shell,
    mode: given.permissionMode,
    ask,
    onRefused: onceEach((tool) =>
      notify(
        `${tool} was refused because nobody is there to be asked. To allow bash, write and edit: --permission-mode full`,
      ),
    ),
  });
  const onWarning = notify;
  const system =
    given.systemPrompt ??
    buildSystemPrompt({
      tools,
      contextFiles: await discoverContext(workspace, cwd, { onWarning }),
      skills: [],
      cwd,
      today: localDate(new Date()),
    });
  const messages: readonly Message[] = (await log?.replay()) ?? [];
  const { maxTurns } = given;
  const settings = { model, system, tools, messages, maxTurns, sessionId: id };
  const harness = new Harness({ ...settings, graceMs: stopGraceMs, flushMs: 300 });
  if (log) {
    const onError = (error: unknown): void =>
      notify(`the session could not be saved and will be tried again: ${errorText(error)}`);
    harness.subscribe(persistTo(log, { onError }), { first: true });
  }
  return harness;
}

/** Why something failed, for people; of a listener's failure, what the listener said. */
export function errorText(error: unknown): string {
  const told = HarnessError.isInstance(error) && error.kind === "listener" ? error.cause : error;
  return told instanceof Error ? told.message || told.name : String(told);
}

function onceEach(tell: (name: string) => void): (name: string) => void {
  const told = new Set<string>();
  return (name) => {
    if (!told.has(name)) tell(name);
    told.add(name);
  };
}

/** `YYYY-MM-DD` where the user is. */
function localDate(now: Date): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, "0");
}

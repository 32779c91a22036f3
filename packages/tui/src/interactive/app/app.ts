import { basename, join } from "node:path";
import type { CodingAgent, CodingAgentEvent } from "@tau-ts/coding";
import { LocalWorkspace } from "@tau-ts/coding";
import { Screen } from "../../terminal/renderer/screen.ts";
import type { Terminal, TerminalClock } from "../../terminal/terminal.ts";
import { themeFor } from "../../terminal/text/theme.ts";
import { messageOf } from "../../cli/failure.ts";
import type { CommandContext } from "../commands/command-context.ts";
import { commandOffers } from "../commands/command-offers.ts";
import { knownModels } from "../commands/known-models.ts";
import { Completer } from "../completion/completer.ts";
import type { CommandOffer } from "../completion/commands.ts";
import { editExternally } from "../editor/external-editor.ts";
import { wantedCompletion } from "../editor/menu-keys.ts";
import { PromptHistory } from "../editor/prompt-history.ts";
import { QuestionDesk } from "../questions/question-desk.ts";
import type { InteractiveEnd, OpenedAgent, RunInteractiveOptions } from "../run-interactive.ts";
import { FactsKeeper } from "../status/facts-keeper.ts";
import { transcriptOf } from "../transcript/transcript-of.ts";
import { AgentParts } from "./agent-parts.ts";
import type { AppInput } from "./app-input.ts";
import type { AppState } from "./app-state.ts";
import { AppView } from "./app-view.ts";
import { Effects } from "./effects.ts";
import { farewellOf, unsentTexts } from "./farewell.ts";
import { initialState } from "./initial-state.ts";
import { Pace } from "./pace.ts";
import { reduceApp } from "./reduce-app.ts";
import { Wakeup } from "./wakeup.ts";

/**
 * Answers and output that trickle in are painted 20 times a second; keys at once. A little sooner than replies are read
 * (`readerIntervalMs`), so that each is painted when it is read.
 */
const trickleMs = 45;
/** Colours of code may come with the text that is read next. */
const coloursMs = 120;

export interface AppOptions extends RunInteractiveOptions {
  readonly cwd: string;
  readonly home: string;
  readonly tauHome: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly clock: TerminalClock;
}

/** One conversation at a terminal, from the first frame to the farewell: holds the state and does what inputs ask for. */
export class App {
  readonly #options: AppOptions;
  readonly #left = Promise.withResolvers<number>();
  readonly #ended = new AbortController();
  readonly #screen: Screen;
  readonly #view: AppView;
  readonly #completer: Completer;
  readonly #history: PromptHistory;
  readonly #desk: QuestionDesk;
  readonly #agentParts: AgentParts;
  readonly #effects: Effects;
  readonly #facts: FactsKeeper;
  readonly #wakeup: Wakeup;
  readonly #pace: Pace;
  #state: AppState;
  #opened: OpenedAgent | undefined;

  constructor(options: AppOptions) {
    const { terminal, clock, variables, home, tauHome, cwd } = options;
    this.#options = options;
    this.#state = initialState(cwd);
    this.#wakeup = new Wakeup(clock, () => this.#screen.invalidate());
    this.#view = new AppView({
      state: () => this.#state,
      theme: themeFor(variables),
      home,
      nowMs: () => clock.now(),
      onChange: () => this.#pace.soon(),
      onColours: () => this.#pace.soon(coloursMs),
      onFrame: (nextMs) => this.#wakeup.set(nextMs, clock.now()),
    });
    this.#screen = new Screen({ terminal, view: this.#view, clock });
    const paint = (): void => this.#screen.invalidate();
    this.#pace = new Pace({ clock, paint, intervalMs: trickleMs });
    const workspace = new LocalWorkspace({ cwd });
    this.#completer = new Completer({
      workspace,
      commands: () => this.#offers(),
      deliver: (request, items) => this.#dispatch({ type: "completions", request, items }),
      onWarning: (text) => this.#warn(text),
    });
    this.#history = new PromptHistory({
      path: join(tauHome, "prompt-history.jsonl"),
      onWarning: (text) => this.#warn(text),
    });
    this.#desk = new QuestionDesk({
      show: (id, question) => this.#dispatch({ type: "question", id, question }),
      withdraw: (id) => this.#dispatch({ type: "withdrawn", id }),
    });
    this.#agentParts = new AgentParts({
      cwd,
      workspace,
      signal: this.#ended.signal,
      nowMs: () => clock.now(),
      desk: this.#desk,
      dispatch: this.#dispatch,
    });
    this.#facts = new FactsKeeper({
      cwd,
      onFacts: (facts) => this.#dispatch({ type: "facts", facts }),
      signal: this.#ended.signal,
    });
    this.#effects = new Effects({
      dispatch: this.#dispatch,
      context: (agent) => this.#commandContext(agent),
      answer: (id, answer) => this.#desk.answer(id, answer),
      pickStart: (path) => this.#agentParts.pick(path),
      remember: (text) => this.#history.remember(text),
      suspend: () => terminal.suspend(),
      editExternally: (text) => void this.#editExternally(text),
      leave: (code) => this.#left.resolve(code),
    });
  }

  /** Resolves when the person has left and nothing is held any more. */
  async run(): Promise<InteractiveEnd> {
    const { terminal, signal } = this.#options;
    const leave = (): void => this.#left.resolve(0);
    signal?.addEventListener("abort", leave, { once: true });
    if (signal?.aborted) leave();
    terminal.onInput((event) => {
      this.#dispatch({ type: "terminal", event, size: terminal.size });
    });
    terminal.onGone(() => this.#left.resolve(129));
    terminal.start();
    this.#screen.invalidate();
    const opening = this.#open();
    opening.catch((error: unknown) => this.#left.reject(error));
    try {
      const exitCode = await this.#left.promise;
      return { exitCode, farewell: await this.#leave(opening) };
    } catch (error) {
      await this.#leave(opening);
      throw error;
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  readonly #dispatch = (input: AppInput): void => {
    if (this.#ended.signal.aborted) return;
    const before = this.#state;
    const { state, effects } = reduceApp(before, input, this.#options.clock.now());
    this.#state = state;
    if (state !== before) this.#pace[isTrickle(input) ? "soon" : "now"]();
    if (state.editor !== before.editor) this.#completer.follow(wantedCompletion(state.editor));
    for (const effect of effects) this.#effects.perform(effect);
  };

  async #open(): Promise<void> {
    void this.#facts.lookAtBranch();
    void this.#readHistory();
    const opened = await this.#options.openAgent(this.#agentParts);
    this.#opened = opened;
    if (this.#ended.signal.aborted) return;
    const { agent, jobs } = opened;
    this.#effects.use(agent);
    agent.subscribe((event) => this.#hear(agent, event));
    await this.#show(agent);
    this.#facts.useJobs(jobs);
    this.#followFacts(agent);
    const prompt = await this.#options.prompt?.();
    const { skills, templates } = agent.briefing;
    this.#dispatch({
      type: "opened",
      templates: [
        ...skills.map(({ name }) => `skill:${name}`),
        ...templates.map(({ name }) => name),
      ],
      prompt: prompt === "" ? undefined : prompt,
    });
    await this.#getReady(agent);
  }

  /** What the first answer needs is loaded while the person types. */
  async #getReady(agent: CodingAgent): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve)); // The prompt is on the screen first.
    process.getBuiltinModule("node:https");
    await this.#view.prepare(this.#options.terminal.size);
    await agent.prepare();
  }

  /** Listeners are waited for: this one only takes note. */
  #hear(agent: CodingAgent, event: CodingAgentEvent): void {
    this.#dispatch({ type: "agent", event });
    this.#facts.hear(event);
    if (event.type === "session_start" || event.type === "session_tree") {
      void this.#show(agent).then(() => agent.prepare());
      this.#followFacts(agent);
    }
  }

  #followFacts(agent: CodingAgent): void {
    this.#facts.follow(agent).catch((error: unknown) => {
      this.#warn(`What the session took so far could not be counted: ${messageOf(error)}`);
    });
  }

  /** Puts what a session holds on the screen. */
  async #show(agent: CodingAgent): Promise<void> {
    const { session } = agent;
    try {
      const { id, leafId } = session;
      const entries = await session.entries();
      const { info } = agent.model;
      const choices = {
        thinking: agent.thinking,
        mode: agent.mode,
        ...(info && { model: `${info.provider ?? "unknown"}/${info.id}` }),
      };
      const transcript = transcriptOf({ entries, leafId }, choices);
      if (agent.session.id === id) this.#dispatch({ type: "replaced", transcript });
    } catch (error) {
      this.#warn(`What the session holds could not be shown: ${messageOf(error)}`);
    }
    this.#nameWindow(session.name);
  }

  #nameWindow(name: string | undefined): void {
    const { terminal, cwd } = this.#options;
    terminal.setTitle(`tau · ${name ?? basename(cwd)}`);
  }

  async #readHistory(): Promise<void> {
    this.#dispatch({ type: "history", older: await this.#history.read() });
  }

  async #editExternally(text: string): Promise<void> {
    const { terminal, cwd, variables: environment } = this.#options;
    const { signal } = this.#ended;
    const edited = await editExternally({
      text,
      environment,
      cwd,
      signal,
      whileSuspended: (task) => terminal.lend(task),
    });
    if (edited.kind === "failed") this.#warn(edited.problem);
    else this.#dispatch({ type: "edited", text: edited.text });
  }

  #offers(): readonly CommandOffer[] {
    return commandOffers(this.#opened?.agent.briefing);
  }

  #warn(text: string): void {
    this.#dispatch({ type: "notice", notice: { role: "warning", text } });
  }

  #commandContext(agent: CodingAgent): CommandContext {
    const { tauHome, clock } = this.#options;
    return {
      agent,
      tauHome,
      models: () => knownModels(this.#options),
      jobs: this.#opened?.jobs,
      nowMs: () => clock.now(),
      dispatch: this.#dispatch,
      ask: (question, signal) => this.#desk.ask(question, signal),
      signal: this.#ended.signal,
    };
  }

  /** Gives the terminal back, then lets go of everything; resolves with what is to be said. */
  async #leave(opening: Promise<void>): Promise<string> {
    const { terminal } = this.#options;
    const unsent = unsentTexts(this.#state);
    this.#state = { ...this.#state, isLeaving: true };
    this.#screen.invalidate();
    this.#screen.stop();
    this.#completer.close();
    this.#ended.abort();
    this.#wakeup.clear();
    this.#pace.clear();
    await terminal.stop();
    for (const text of unsent) this.#history.remember(text);
    await opening.catch(() => undefined); // Whoever waits for the start has been told.
    const session = this.#opened?.agent.session;
    await this.#opened?.agent.dispose();
    await this.#history.settled();
    const isKept = session?.path !== undefined && session.leafId !== null;
    return farewellOf(isKept ? session : undefined, unsent.length);
  }
}

/** One of many: a piece of an answer, or of what a command prints. */
function isTrickle(input: AppInput): boolean {
  return input.type === "agent" && input.event.type.endsWith("_update");
}

import type { CodingAgentEvent } from "@tau-ts/coding";
import { describe, expect, it } from "vitest";
import type { AppEffect, AppInput } from "../../../src/interactive/app/app-input.ts";
import type { AppState } from "../../../src/interactive/app/app-state.ts";
import { initialState } from "../../../src/interactive/app/initial-state.ts";
import { reduceApp } from "../../../src/interactive/app/reduce-app.ts";
import { unsentTexts } from "../../../src/interactive/app/farewell.ts";
import { activityLine } from "../../../src/interactive/status/activity-line.ts";
import { editorText } from "../../../src/interactive/editor/editor-state.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import type { InputEvent } from "../../../src/terminal/input/input-event.ts";

const size = { columns: 80, rows: 24 };

/** The application without a terminal and an agent: what it would do is kept. */
class Bench {
  state: AppState = initialState("/work");
  nowMs = 1_000_000;
  effects: AppEffect[] = [];

  give(...inputs: readonly AppInput[]): this {
    for (const input of inputs) {
      this.nowMs += 1;
      const step = reduceApp(this.state, input, this.nowMs);
      this.state = step.state;
      this.effects.push(...step.effects.filter(({ type }) => type !== "remember"));
    }
    return this;
  }

  type(text: string): this {
    return this.give({ type: "terminal", event: { type: "paste", text }, size });
  }

  key(name: string, more: object = {}): this {
    const event: InputEvent = {
      type: "key",
      name,
      text: "",
      ctrl: false,
      alt: false,
      shift: false,
      ...more,
    };
    return this.give({ type: "terminal", event, size });
  }

  event(event: object): this {
    return this.give({ type: "agent", event: { sessionId: "s", ...event } as CodingAgentEvent });
  }

  get text(): string {
    return editorText(this.state.editor);
  }

  take(): readonly AppEffect[] {
    return this.effects.splice(0);
  }
}

const opened: AppInput = { type: "opened", templates: ["review"] };
const user = { type: "message_end", message: { role: "user", content: "go", timestamp: 1 } };

function running(): Bench {
  const bench = new Bench().give(opened).type("go").key("enter").event(user);
  bench.take();
  return bench;
}

describe("what Enter does", () => {
  it("C6.1 begins a run, steers one that goes on, and Alt+Enter waits for its end", () => {
    const bench = new Bench().give(opened).type("go").key("enter");
    expect(bench.take()).toEqual([{ type: "prompt", text: "go", message: undefined }]);
    expect(bench.text).toBe("");
    bench.type("more").key("enter").type("later").key("enter", { alt: true });
    expect(bench.take()).toEqual([
      { type: "queue", text: "more", queue: "steering" },
      { type: "queue", text: "later", queue: "followUp" },
    ]);
  });

  it("C6.1 what is entered before there is an agent is said when it is there, in order", () => {
    const bench = new Bench().type("one").key("enter").type("two").key("enter");
    expect(bench.take()).toEqual([]);
    bench.give({ ...opened, prompt: "zero" });
    expect(bench.take().map((effect) => "text" in effect && effect.text)).toEqual([
      "zero",
      "one",
      "two",
    ]);
  });

  it("C14 a command, a bang and a template each do what they say", () => {
    const bench = new Bench().give(opened);
    bench.type("/mode full").key("enter").type("!ls").key("enter").type("/review a").key("enter");
    expect(bench.take()).toEqual([
      { type: "command", name: "mode", argument: "full" },
      { type: "shell", command: "ls", excludeFromContext: false },
      { type: "prompt", text: "/review a", message: undefined },
    ]);
  });
});

describe("words are never lost", () => {
  it("C6.1 a run that could not begin gives its words back, in front of what is typed since", () => {
    const bench = new Bench().give(opened).type("go").key("enter").type("more");
    bench.give({ type: "run-over", failure: "no such skill" });
    expect(bench.text).toBe("go\n\nmore");
  });

  it("C6.1 a run that was recorded does not come back", () => {
    const bench = running().event({ type: "agent_end", outcome: "completed", messages: [] });
    bench.give({ type: "run-over" });
    expect(bench.text).toBe("");
  });

  it.each(["aborted", "error", "abandoned"])(
    "C6.1 what waited when a run ended with %s goes back to the editor",
    (outcome) => {
      const bench = running().event({ type: "queue_update", steering: ["a"], followUp: ["b"] });
      bench.type("typed").event({ type: "agent_end", outcome, messages: [] });
      bench.give({ type: "run-over" });
      expect(bench.text).toBe("a\n\nb\n\ntyped");
      expect(bench.take()).toEqual([{ type: "clear-queues" }]);
    },
  );

  it("C6.1 what comes into a queue just as a run ends well is the next prompt", () => {
    const bench = running().event({ type: "agent_end", outcome: "completed", messages: [] });
    bench.event({ type: "queue_update", steering: ["late"], followUp: [] });
    bench.give({ type: "run-over" });
    expect(bench.take()).toEqual([
      { type: "clear-queues" },
      { type: "prompt", text: "late", message: undefined },
    ]);
  });

  it("C6.1 another session does not take what waits with it", () => {
    const bench = running().event({ type: "queue_update", steering: ["a"], followUp: [] });
    bench.type("typed").give({ type: "changing", isChanging: true });
    expect(bench.text).toBe("a\n\ntyped");
    expect(bench.take()).toEqual([{ type: "clear-queues" }]);
  });

  it("C6.1 words that were refused, or taken back, are in the editor", () => {
    const bench = running().type("typed").give({ type: "refused", text: "a", reason: "why" });
    bench.give({ type: "taken-back", text: "b" });
    expect(bench.text).toBe("b\n\na\n\ntyped");
  });

  it("C12.2 words that were typed for a question that is withdrawn are in the editor", () => {
    const choices = [{ key: "w", label: "No", value: "no", wantsWords: true }] as const;
    const question = { title: "Run it?", subject: "ls", parts: [], choices };
    const bench = running().give({ type: "question", id: 7, question });
    bench.key("tab").key("w", { text: "w" }).type("use mv").key("escape");
    expect(bench.state.question?.words).toBeUndefined();
    expect(unsentTexts(bench.state)).toContain("use mv");
    bench.key("w", { text: "w" });
    expect(bench.state.question?.words).toBe("use mv");
    bench.give({ type: "withdrawn", id: 7 });
    expect(bench.text).toBe("use mv");
    expect(bench.state.question).toBeUndefined();
  });

  it("C14 everything that nobody has heard is known at the end", () => {
    const bench = new Bench().give(opened).type("go").key("enter");
    bench.event({ type: "queue_update", steering: ["a"], followUp: ["b"] }).type("typed");
    expect(unsentTexts(bench.state)).toEqual(["go", "a", "b", "typed"]);
  });

  it("C6.1 Up in an empty editor takes back what came last, whichever queue it is in", () => {
    const bench = running().type("a").key("enter", { alt: true }).type("b").key("enter");
    bench.event({ type: "queue_update", steering: ["b"], followUp: ["a"] }).take();
    expect(bench.key("up").take()).toEqual([{ type: "take-back", queue: "steering" }]);
    bench.event({ type: "queue_update", steering: [], followUp: ["a"] });
    expect(bench.key("up").take()).toEqual([{ type: "take-back", queue: "followUp" }]);
    bench.type("typed");
    expect(bench.key("up").take()).toEqual([]);
  });
});

describe("stopping", () => {
  const theme = themeFor({ TERM: "dumb" });
  const line = ({ state }: Bench): string => activityLine(state, { seconds: 0, width: 80, theme });

  it("C12.2 Escape asks, a second one makes it, a third does nothing more; it is visible", () => {
    const bench = running().key("escape");
    expect(bench.take()).toEqual([{ type: "stop", isHard: false }]);
    expect(line(bench)).toBe("● Stopping… · Esc again: at once");
    expect(bench.key("escape").take()).toEqual([{ type: "stop", isHard: true }]);
    expect(line(bench)).toContain("at once…");
    expect(bench.key("escape").take()).toEqual([]);
    bench.event({ type: "agent_end", outcome: "abandoned", messages: [] });
    bench.give({ type: "run-over" }, { type: "stopped" }, { type: "stopped" });
    expect(line(bench)).toBe("");
  });

  it("C12.2 Escape with nothing going on stops nothing", () => {
    const bench = new Bench().give(opened).type("typed").key("escape");
    expect(bench.take()).toEqual([]);
    expect(bench.text).toBe("typed");
  });

  it.each<[string, readonly AppInput[]]>([
    [
      "a compaction",
      [{ type: "agent", event: { type: "compaction_start", reason: "manual", sessionId: "s" } }],
    ],
    ["a change of session", [{ type: "changing", isChanging: true }]],
  ])("C12.2 Escape stops %s", (_what, inputs) => {
    const bench = new Bench().give(opened, ...inputs).key("escape");
    expect(bench.take()).toEqual([{ type: "stop", isHard: false }]);
  });

  it("C12.2 Escape stops a command of the user's", () => {
    const bench = new Bench().give(opened).type("!sleep 9").key("enter");
    bench.take();
    expect(bench.key("escape").take()).toEqual([{ type: "stop", isHard: false }]);
    bench.give({ type: "shell-over" }, { type: "stopped" });
    expect(bench.key("escape").take()).toEqual([]);
  });
});

describe("leaving", () => {
  const ctrl = { ctrl: true };

  it("C6.4 Ctrl+C clears what is typed, and twice leaves", () => {
    const bench = new Bench().give(opened).type("typed").key("c", ctrl);
    expect(bench.text).toBe("");
    expect(bench.take()).toEqual([]);
    expect(bench.key("c", ctrl).take()).toEqual([{ type: "leave", code: 130 }]);
  });

  it("C6.4 two Ctrl+C that lie apart are two first ones", () => {
    const bench = new Bench().give(opened).key("c", ctrl);
    bench.nowMs += 5000;
    expect(bench.key("c", ctrl).take()).toEqual([]);
  });

  it("C14 Ctrl+D leaves when nothing is typed, and Ctrl+C at once while it starts", () => {
    const bench = new Bench().give(opened).type("typed").key("d", ctrl);
    expect(bench.take()).toEqual([]);
    expect(new Bench().give(opened).key("d", ctrl).take()).toEqual([{ type: "leave", code: 0 }]);
    expect(new Bench().key("c", ctrl).take()).toEqual([{ type: "leave", code: 130 }]);
  });
});

describe("questions", () => {
  const question = {
    title: "Run this command?",
    subject: "ls",
    parts: [],
    choices: [{ key: "y", label: "Yes", value: "yes" }],
  } as const;

  it("C12.2 a question that is withdrawn is gone, and keys go to the editor again", () => {
    const bench = running().give({ type: "question", id: 7, question });
    bench.key("tab").give({ type: "withdrawn", id: 7 });
    bench.key("y", { text: "y" });
    expect(bench.text).toBe("y");
    expect(bench.take()).toEqual([]);
  });

  it("C12.2 Escape at a question stops the run; without one it is no answer", () => {
    const bench = running().give({ type: "question", id: 7, question }).key("escape");
    expect(bench.take()).toEqual([{ type: "stop", isHard: false }]);
    const idle = new Bench().give(opened, { type: "question", id: 8, question }).key("escape");
    expect(idle.take()).toEqual([{ type: "answer", id: 8, answer: undefined }]);
  });
});

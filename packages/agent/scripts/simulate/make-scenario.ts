import { stopPlaces } from "../../src/testing/index.ts";
import type { SeededRandom, StopPlace } from "../../src/testing/index.ts";
import { patienceMs } from "./scenario.ts";
import type {
  CallPlan,
  HookBehaviour,
  ReplyPlan,
  Scenario,
  StopManner,
  StopPlan,
  ToolBehaviour,
} from "./scenario.ts";

/** The scenario of a seed. */
export function makeScenario(seed: number, random: SeededRandom): Scenario {
  const stop = random.chance(0.96) ? makeStop(random) : undefined;
  const place = stop?.place;
  const isFile = seed % 100 === 0;
  const isCompacting = place === "compaction" && !isFile && random.chance(0.75);
  const compacts = !isFile && (isCompacting || random.chance(0.05));
  return {
    seed,
    stop,
    replies: makeReplies(random, stop),
    hooks: makeHooks(random, place),
    listener: {
      isSlow: isListening(place) || random.chance(0.3),
      at: random.chance(place === "listener" ? 0.3 : 0.12) ? 1 + random.below(20) : 0,
      does: random.pick(["throws", "rejects", "hangs", "steers", "stops"]),
    },
    consumer: makeConsumer(random, stop),
    leavesAfter: random.below(25),
    saver: isFile ? "file" : makeSaver(random, compacts || place === "session-write"),
    failingWrite: !isFile && !compacts && random.chance(0.08) ? 1 + random.below(6) : 0,
    failingWrites: 1 + random.below(3),
    toleratesWriteErrors: random.chance(0.5),
    graceMs: stop?.manner === "return-now" ? 0 : patienceMs,
    maxTurns: random.chance(0.1) ? 1 + random.below(3) : undefined,
    maxTokens: random.chance(0.05) ? 1 + random.below(200) : undefined,
    queueMode: random.pick(["one-at-a-time", "all"]),
    steering: random.chance(0.2) ? 1 + random.below(2) : 0,
    followUps: random.chance(0.2) ? 1 + random.below(2) : 0,
    hasHistory: place === "compaction" || random.chance(0.1),
    occupiesFirst:
      place === "compaction" ? !isCompacting && stop?.occurrence === 1 : random.chance(0.02),
    compacts,
  };
}

function makeStop(random: SeededRandom): StopPlan {
  const kind = random.chance(0.5) ? "soft" : "hard";
  const place = random.pick(stopPlaces);
  const soft: readonly [StopManner, ...StopManner[]] =
    place === "compaction"
      ? ["cancel", "patient-stop"]
      : ["cancel", "cancel", "patient-stop", "outer-signal", "patient-return"];
  const hard: readonly [StopManner, ...StopManner[]] =
    place === "compaction"
      ? ["stop-now", "cancel-then-stop-now"]
      : [
          "stop-now",
          "stop-now",
          "cancel-then-stop-now",
          "patient-stop-then-stop-now",
          "stop-now-with-signal",
          "return-now",
        ];
  const isHeld = random.chance(kind === "hard" ? 0.5 : 0.03);
  // A compaction whose write outlasts the flush of a hard stop reaches the log and not the record: hold the hook only.
  const isOnce = place === "start" || place === "end" || (place === "compaction" && isHeld);
  return {
    kind,
    place,
    occurrence: isOnce ? 1 : 1 + Math.floor(random.next() ** 2 * 5),
    moment: random.pick(["enter", "inside", "inside", "leave", "leave"]),
    ticks: random.below(random.pick([4, 40])),
    manner: random.pick(kind === "soft" ? soft : hard),
    isHeld,
  };
}

function makeSaver(random: SeededRandom, isNeeded: boolean): Scenario["saver"] {
  return isNeeded || random.chance(0.5) ? "memory" : "none";
}

function isListening(place: StopPlace | undefined): boolean {
  return (
    place === "turn-top" ||
    place === "before-tool" ||
    place === "after-tool" ||
    place === "listener" ||
    place === "end"
  );
}

function makeConsumer(random: SeededRandom, stop: StopPlan | undefined): Scenario["consumer"] {
  const isNeeded =
    stop?.place === "start" ||
    stop?.place === "consumer" ||
    stop?.manner === "patient-return" ||
    stop?.manner === "return-now";
  if (isNeeded) return random.pick(["iterates", "iterates", "both"]);
  return random.pick(["iterates", "iterates", "result", "result", "both", "leaves"]);
}

function makeReplies(random: SeededRandom, stop: StopPlan | undefined): readonly ReplyPlan[] {
  const place = stop?.place;
  const needsTools =
    place === "before-tool" ||
    place === "in-tool" ||
    place === "after-tool" ||
    place === "question";
  const count = needsTools ? 1 + random.below(3) : random.below(4);
  const replies: ReplyPlan[] = [];
  for (let turn = 0; turn < count; turn += 1)
    replies.push(makeReply(random, turn, needsTools && turn === 0 ? place : undefined));
  replies.push({ ...makeReply(random, count, undefined), kind: "text", calls: [] });
  return place === "back-off"
    ? replies.map((reply) => ({ ...reply, retries: Math.max(1, reply.retries) }))
    : replies;
}

function makeReply(random: SeededRandom, turn: number, need: StopPlace | undefined): ReplyPlan {
  const kind = need ? "calls" : makeReplyKind(random);
  const hasCalls = kind === "calls" || kind === "cut-off";
  return {
    kind,
    calls: hasCalls ? makeCalls(random, turn, need) : [],
    isStreamed: random.chance(0.6),
    retries: random.chance(0.1) ? 1 + random.below(2) : 0,
    isDeafInBackOff: random.chance(0.2),
    onAbort: random.pick(["terminal", "terminal", "throws", "ends", "ignores", "deaf"]),
    goesOnAfterEnd: random.chance(0.1),
  };
}

function makeReplyKind(random: SeededRandom): ReplyPlan["kind"] {
  if (random.chance(0.8)) return "calls";
  return random.pick(["cut-off", "fails", "throws", "no-end", "deaf", "overflow", "text"]);
}

function makeCalls(random: SeededRandom, turn: number, need: StopPlace | undefined): CallPlan[] {
  const isParallel = random.chance(0.5);
  const count = random.chance(0.2) ? 1 + random.below(6) : 1 + random.below(3);
  return Array.from({ length: count }, (_, index) => ({
    id: `call-${turn}-${index}`,
    tool: makeTool(random, isParallel),
    behaviour: need === "question" && index === 0 ? "asks" : makeBehaviour(random),
    hasBadArguments: need !== "question" && random.chance(0.03),
  }));
}

function makeTool(random: SeededRandom, isParallel: boolean): CallPlan["tool"] {
  if (random.chance(0.03)) return "missing";
  return isParallel && random.chance(0.95) ? "parallel" : "serial";
}

function makeBehaviour(random: SeededRandom): ToolBehaviour {
  if (random.chance(0.5)) return random.pick(["quick", "slow", "polite", "updates"]);
  if (random.chance(0.1)) return random.pick(["fatal", "cancels-run", "stops-run"]);
  return random.pick([
    "silent",
    "gives-up",
    "deaf",
    "fails",
    "terminates",
    "terminates",
    "wrong-shape",
    "no-json",
    "asks",
    "steers",
    "follows-up",
    "cancels-others",
    "meddles",
  ]);
}

function makeHooks(random: SeededRandom, place: StopPlace | undefined): Scenario["hooks"] {
  const hook = (): HookBehaviour => {
    if (!random.chance(place === "hook" ? 0.6 : 0.15)) return "none";
    return random.chance(0.85)
      ? random.pick(["allows", "allows", "acts", "asks"])
      : random.pick(["throws", "hangs", "stops"]);
  };
  return {
    prepareTurn: hook(),
    transformContext: hook(),
    beforeToolCall: hook(),
    afterToolCall: hook(),
    shouldStopAfterTurn: hook(),
  };
}

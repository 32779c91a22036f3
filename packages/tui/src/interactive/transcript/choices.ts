import type { NoticeBlock } from "./block.ts";

/** What a session goes on with. What nobody said is left out. */
export interface Choices {
  /** `provider/id`. */
  readonly model?: string;
  readonly thinking?: string;
  readonly mode?: string;
}

/** What was chosen, and what of it the words so far were said with. */
export interface ChoiceState {
  readonly inForce: Choices;
  readonly chosen: Choices;
  /** Nobody has said anything yet: what is chosen until then is how the session begins, and no news. */
  readonly isBeginning: boolean;
}

export const noChoices: ChoiceState = { inForce: {}, chosen: {}, isBeginning: true };

/** Something else is chosen for what follows. */
export function choose(state: ChoiceState, choices: Choices): ChoiceState {
  return { ...state, chosen: { ...state.chosen, ...choices } };
}

/**
 * Somebody speaks: what was chosen since is in force now. The notice says what is other than before. What was chosen and
 * taken back in between is not told.
 */
export function applyChoices(state: ChoiceState): {
  readonly state: ChoiceState;
  readonly notice?: NoticeBlock;
} {
  const { inForce, chosen, isBeginning } = state;
  if (inForce === chosen) return { state };
  const next: ChoiceState = { inForce: chosen, chosen, isBeginning: false };
  const { model, thinking, mode } = chosen;
  const news = [
    model !== undefined && model !== inForce.model ? `Model: ${model}` : "",
    thinking !== undefined && thinking !== inForce.thinking ? `Thinking: ${thinking}` : "",
    mode !== undefined && mode !== inForce.mode ? `Mode: ${mode}` : "",
  ].filter((text) => text !== "");
  if (isBeginning || news.length === 0) return { state: next };
  return { state: next, notice: { kind: "notice", role: "choice", text: news.join(" · ") } };
}

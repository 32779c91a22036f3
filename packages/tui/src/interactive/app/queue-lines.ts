import { cleanText } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import type { AppState } from "./app-state.ts";

/** At most so many waiting messages are shown, the newest. */
const shownMessages = 3;

/** What waits to be said, a line each: when the run turns, or when it is over. */
export function queueLines(
  { next, queue }: Pick<AppState, "next" | "queue">,
  width: number,
  theme: Theme,
): readonly string[] {
  const all = [
    ...next.map((text) => ({ mark: "↪ next:", text })),
    ...queue.steering.map((text) => ({ mark: "↪ at its next turn:", text })),
    ...queue.followUp.map((text) => ({ mark: "↳ when it is over:", text })),
  ];
  const hidden = Math.max(0, all.length - shownMessages);
  const lines = all.slice(hidden).map(({ mark, text }) => {
    const words = cleanText(text).replaceAll(/\s+/g, " ").trim();
    return theme.paint("muted", fitText(`${mark} ${words}`, width));
  });
  if (hidden === 0) return lines;
  return [theme.paint("muted", fitText(`↪ ${hidden} more`, width)), ...lines];
}

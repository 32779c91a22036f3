import fc from "fast-check";
import { expect, it } from "vitest";
import { readCommandLine } from "../../src/guard/shell/script-reader.ts";
import { judge } from "./support/judge.ts";
import { callsStub, mapWide, stubName } from "./support/real-bash.ts";
import { ScriptGenerator } from "./support/script-generator.ts";

it(
  "C12.5 random scripts that run a denied command under bash are not allowed",
  { timeout: 60_000 },
  async () => {
    const generator = new ScriptGenerator(20_260_101);
    const scripts = Array.from({ length: 80 }, () => generator.next());
    const ran = await mapWide(scripts, 2, (script) => callsStub(script, 3000));
    const running = scripts.filter((_, index) => ran[index]);
    expect(running.length).toBeGreaterThan(20);
    expect(running.filter((script) => judge(script).action === "allow")).toEqual([]);
  },
);

it("C12.5 text in quotes is text: whatever it says, it is allowed", () => {
  const quoted = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", ""));
  fc.assert(
    fc.property(quoted, (text) => {
      const single = `'${text.replaceAll("'", String.raw`'\''`)}'`;
      expect(judge(`echo ${single}`).action).toBe("allow");
    }),
  );
});

it("C12.5 a denied name is found however its letters are quoted", () => {
  const spell = fc.tuple(
    ...stubName
      .split("")
      .map((letter) =>
        fc.constantFrom(
          letter,
          `'${letter}'`,
          `"${letter}"`,
          `\\${letter}`,
          `$'${letter}'`,
          `''${letter}`,
          `${letter}\\\n`,
        ),
      ),
  );
  fc.assert(
    fc.property(spell, fc.constantFrom("", "true; ", "! ", "x=1 ", "env "), (letters, before) => {
      expect(judge(`${before}${letters.join("")} x`).action).toBe("deny");
    }),
  );
});

it("C12.2 no text makes the reader throw", () => {
  const characters = fc.constantFrom(..."'\"\\$`(){}[];|&<>#\n \tazx=!*?~0".split(""));
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 60 }), (text) => {
      expect(["allow", "ask", "deny"]).toContain(judge(text).action);
    }),
    { numRuns: 2000 },
  );
});

it(
  "C12.2 what is nested beyond measure cannot be judged, and says so soon",
  { timeout: 30_000 },
  () => {
    for (const text of [
      "(",
      "$(",
      "{ ",
      '"$(',
      "`",
      "((",
      "${a:-",
      "if ",
      "[[ ! ",
      "a=(",
      "bash -c '",
    ]) {
      const started = process.cpuUsage();
      const { open } = readCommandLine(text.repeat(2000));
      const { user, system } = process.cpuUsage(started);
      expect({ text, isOpen: open.length > 0, isSoon: user + system < 2_000_000 }).toEqual({
        text,
        isOpen: true,
        isSoon: true,
      });
    }
  },
);

import fc from "fast-check";
import { expect, it } from "vitest";
import { Sanitiser, overwrite, sanitise } from "../../src/output/sanitise.ts";

it("F50 the last version of an overwritten line stands, and CRLF is a line end", () => {
  expect(sanitise("10%\r20%\r100%\ndone\r\n50%\r")).toBe("100%\ndone\n50%");
  expect(sanitise("a\r\r\nb")).toBe("a\nb");
});

it("F50 colours, titles, links and bells are gone, text and tabs stay", () => {
  const text =
    "\u001B[31mred\u001B[0m\u001B[2K\t\u001B]0;title\u0007|\u001B]8;;http://x\u001B\\link\u001B(B\u009B1mx\b\0";
  expect(sanitise(text)).toBe("red\t|linkx");
});

it("F50 a stray escape does not swallow what follows it for ever", () => {
  const sanitiser = new Sanitiser();
  const text = "x".repeat(5000);
  expect(sanitiser.push(`\u001B]${text}`) + sanitiser.end()).toContain(text.slice(1));
});

it("F50 the cuts between chunks change nothing", () => {
  const piece = fc.constantFrom(
    "a",
    "\r",
    "\n",
    "\r\n",
    "\u001B[1m",
    "\u001B]0;t\u0007",
    "é",
    "\0",
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat({ max: 40 })), (pieces, cuts) => {
      const text = pieces.join("");
      const sanitiser = new Sanitiser();
      let streamed = "";
      let from = 0;
      for (const cut of cuts.toSorted((a, b) => a - b)) {
        streamed += sanitiser.push(text.slice(from, cut));
        from = Math.max(from, cut);
      }
      streamed += sanitiser.push(text.slice(from)) + sanitiser.end();
      expect(overwrite(streamed.replace(/\r+\n/g, "\n"))).toBe(sanitise(text));
    }),
  );
});

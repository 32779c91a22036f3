import { JsonFrontend } from "@tau-ts/tui";
import { describe, expect, it } from "vitest";

describe("frontends over slow and broken writers", () => {
  it("C14.1 finish waits for the last write, and writes never overlap", async () => {
    let written = "";
    let isWriting = false;
    const frontend = new JsonFrontend({
      stdout: {
        async write(text) {
          expect(isWriting).toBe(false);
          isWriting = true;
          await new Promise(setImmediate);
          isWriting = false;
          written += text;
        },
      },
    });
    frontend.render({ type: "agent_start" });
    frontend.render({ type: "turn_start" });
    frontend.render({ type: "agent_end", messages: [], outcome: "completed" });
    expect(written).toBe("");
    expect(await frontend.finish()).toBe(true);
    expect(written).toBe(
      '{"type":"agent_start"}\n{"type":"turn_start"}\n{"type":"agent_end","messages":[],"outcome":"completed"}\n',
    );
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("disk full");
      },
    ],
    ["rejects", () => Promise.reject(new Error("disk full"))],
  ])("C14.1 a writer that %s is not called again, and finish says why", async (_how, fail) => {
    let calls = 0;
    const frontend = new JsonFrontend({
      stdout: {
        write() {
          calls += 1;
          return fail();
        },
      },
    });
    frontend.render({ type: "agent_start" });
    frontend.render({ type: "turn_start" });
    await expect(frontend.finish()).rejects.toThrow("disk full");
    expect(calls).toBe(1);
  });
});

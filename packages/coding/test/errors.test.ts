import { describe, expect, it } from "vitest";
import { CodingError, EditError, WorkspaceError } from "../src/index.ts";

describe("errors", () => {
  it("each class knows its own errors and those of its subclasses, and no others", () => {
    const edit = new EditError("not found");
    expect(EditError.isInstance(edit)).toBe(true);
    expect(CodingError.isInstance(edit)).toBe(true);
    expect(WorkspaceError.isInstance(edit)).toBe(false);
    expect(EditError.isInstance(new Error("not found"))).toBe(false);
  });

  it("also those of another copy of the package, and what it tells of them is typed", () => {
    const foreign: unknown = Object.assign(new Error("gone"), {
      kind: "not-found",
      [Symbol.for("tau-ts.WorkspaceError")]: true,
    });
    expect(WorkspaceError.isInstance(foreign) && foreign.kind).toBe("not-found");
    expect(EditError.isInstance(foreign)).toBe(false);
  });
});

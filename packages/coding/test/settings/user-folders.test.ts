import { expect, it } from "vitest";
import { userFolders } from "../../src/settings/user-folders.ts";

it("C11 TAU_HOME says where everything is kept, else it is a folder at home", () => {
  expect(userFolders({ home: "/h", environment: { TAU_HOME: " /t " } })).toEqual({
    home: "/h",
    tauHome: "/t",
  });
  expect(userFolders({ home: "/h", environment: { TAU_HOME: "" } }).tauHome).toBe("/h/.tau-ts");
});

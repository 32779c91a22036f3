import { describe, expect, it } from "vitest";
import { followPage } from "../checks/follow-page.ts";
import { moduleOf, readPages } from "../checks/page.ts";
import { linkedPlace } from "../checks/place.ts";
import { typeCheck } from "../checks/type-check.ts";

const pages = readPages();
const followed = pages.filter(
  (page) => moduleOf(page) !== undefined || page.blocks.some(({ language }) => language === "sh"),
);

it("every TypeScript block of every page is accepted by the compiler", { timeout: 60_000 }, () => {
  expect(typeCheck(pages)).toBe("");
});

describe("what a page says is what happens", () => {
  it.for(followed.map((page) => [page.path, page] as const))(
    "%s",
    { timeout: 60_000, concurrent: true },
    async ([, page]) => {
      await using place = await linkedPlace();
      await expect(followPage(page, place)).resolves.toBeUndefined();
    },
  );
});

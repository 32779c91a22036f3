import { expect, it } from "vitest";
import { readAhead } from "../../src/search/read-ahead.ts";

async function* numbers(count: number): AsyncGenerator<number, void> {
  for (let number = 0; number < count; number++) yield number;
}

it("C2.1 files are used in their order although the next ones are opened before, and all are closed", async () => {
  const open = new Set<number>();
  let mostOpen = 0;
  const used: string[] = [];
  await readAhead(
    numbers(40),
    async function* (file) {
      open.add(file);
      mostOpen = Math.max(mostOpen, open.size);
      try {
        yield `${file}a`;
        yield `${file}b`;
      } finally {
        open.delete(file);
      }
    },
    async (file, parts) => {
      for await (const part of parts) used.push(part);
      return file < 30;
    },
  );
  expect(used).toEqual(Array.from({ length: 31 }, (_, file) => [`${file}a`, `${file}b`]).flat());
  expect([open.size, mostOpen > 1, mostOpen <= 16]).toEqual([0, true, true]);
});

it("C4.10 a file that fails is told when its turn comes, or never", async () => {
  const failing = async function* (file: number): AsyncGenerator<string, void> {
    yield await (file % 2 === 0 ? Promise.reject(new Error(`no ${file}`)) : Promise.resolve("x"));
  };
  const heard: string[] = [];
  await readAhead(numbers(20), failing, async (file, parts) => {
    try {
      for await (const part of parts) heard.push(part);
    } catch (error) {
      heard.push(String(error));
    }
    return file < 3;
  });
  expect(heard).toEqual(["Error: no 0", "x", "Error: no 2", "x"]);
});

/** How many files are open at the same time. */
const mostWorkers = 16;

/** Answers for all items, in their order, while no more than 16 are being worked on. Rejects with the first failure. */
export async function withWorkers<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = items.entries();
  // One iterator for all of them: each worker takes the next item when it is done with one.
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) answers[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(mostWorkers, items.length) }, worker));
  return answers;
}

/** Files whose beginnings are asked for before their turn has come: enough to keep a disk busy. */
const aheadOf = 16;

interface Opened<File, Part> {
  readonly file: File;
  readonly parts: AsyncIterator<Part>;
  readonly first: Promise<IteratorResult<Part>>;
}

/**
 * Goes through files one after the other while the next ones are being opened. `use` is handed each file with its parts
 * and answers whether to go on; what it throws ends everything. All files that were opened are closed again.
 */
export async function readAhead<File, Part>(
  files: AsyncIterable<File>,
  open: (file: File) => AsyncIterable<Part>,
  use: (file: File, parts: AsyncIterable<Part>) => Promise<boolean>,
): Promise<void> {
  const opened: Opened<File, Part>[] = [];
  const useFirst = async (): Promise<boolean> => {
    const next = opened.shift();
    return next === undefined || use(next.file, partsOf(next));
  };
  try {
    for await (const file of files) {
      const parts = open(file)[Symbol.asyncIterator]();
      const first = parts.next();
      first.catch(() => undefined); // Heard when its turn comes; until then it must not count as unheard.
      opened.push({ file, parts, first });
      if (opened.length >= aheadOf && !(await useFirst())) return;
    }
    while (opened.length > 0) if (!(await useFirst())) return;
  } finally {
    await Promise.allSettled(opened.map(async ({ parts }) => parts.return?.()));
  }
}

async function* partsOf<File, Part>({
  first,
  parts,
}: Opened<File, Part>): AsyncGenerator<Part, void> {
  try {
    for (let result = await first; result.done !== true; result = await parts.next())
      yield result.value;
  } finally {
    await parts.return?.();
  }
}

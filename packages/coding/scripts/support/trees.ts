/** A tree of processes: a shell command, every process of which has `tag` in its command line. */
export interface Tree {
  readonly name: string;
  command(tag: string): string;
}

const sleep = (tag: string): string => `sleep 300.${tag}`;

/** What commands leave of themselves when they are badly behaved, each in its own way. All print `ready`. */
export const trees: readonly Tree[] = [
  {
    name: "grandchildren",
    command: (tag) => `bash -c '${sleep(tag)} & ${sleep(tag)} & echo ready; wait' & ${sleep(tag)}`,
  },
  {
    name: "other sessions",
    command: (tag) =>
      `setsid ${sleep(tag)} & env -i setsid ${sleep(tag)} & echo ready; ${sleep(tag)}`,
  },
  {
    name: "deaf to SIGTERM",
    command: (tag) => `trap '' TERM INT; ${sleep(tag)} & echo ready; ${sleep(tag)}; ${sleep(tag)}`,
  },
  {
    name: "a flood",
    command: (tag) =>
      `echo ready; sleep 0.02; yes 300.${tag} & yes 300.${tag} | cat; ${sleep(tag)}`,
  },
  {
    name: "everything at once",
    command: (tag) =>
      `setsid sh -c 'trap "" TERM; while :; do echo x; sleep 0.02; done' 300.${tag} & ` +
      `bash -c 'trap "" TERM; (${sleep(tag)} & setsid ${sleep(tag)} & echo ready; wait); ${sleep(tag)}' & wait`,
  },
];

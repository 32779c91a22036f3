/** One way to answer a question. */
export interface Choice {
  /** The key that chooses it: one small letter. */
  readonly key: string;
  readonly label: string;
  /** What whoever asked reads. */
  readonly value: string;
  /** Words are asked for before it counts. */
  readonly wantsWords?: boolean | undefined;
}

/** A question to the person at the terminal. Its texts may come from a model: they are cleaned when they are shown. */
export interface Question {
  readonly title: string;
  /** What it is about: a command, a path, names of files. */
  readonly subject: string;
  /** Parts of the subject that are the reason for asking. */
  readonly parts: readonly string[];
  /** Why it is asked. */
  readonly reason?: string | undefined;
  /** What would change, as a unified diff. */
  readonly diff?: string | undefined;
  readonly choices: readonly [Choice, ...Choice[]];
}

/** What was answered: the value of a choice, and the words that were typed with it. */
export interface QuestionAnswer {
  readonly value: string;
  readonly words: string;
}

import { presentForm } from "./name-forms.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Runs a task on the file that a path means, while no other task runs on it. The lock is asked for on the caller's line, so
 * calls take effect in the order they were made; only then is looked whether a file is there under another form of the
 * name, and if so its lock is taken too. A file that is there under the very name needs no second lock, so nobody can wait
 * in a circle.
 */
export function lockFile<T>(
  workspace: Workspace,
  absolute: string,
  task: (absolute: string) => Promise<T>,
): Promise<T> {
  return workspace.lock(absolute, async () => {
    const found = await presentForm(workspace, absolute);
    return found === absolute ? task(absolute) : workspace.lock(found, () => task(found));
  });
}

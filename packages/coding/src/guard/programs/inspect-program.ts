import { isSystemPath, programName } from "../shell/program-name.ts";
import type { Program } from "../shell/program.ts";
import { inspectBuildTool } from "./build-tools.ts";
import { inspectBuiltin } from "./builtins.ts";
import { inspectCodeOptions } from "./code-options.ts";
import { inspectFileMaker } from "./file-makers.ts";
import { inspectFind } from "./find.ts";
import { inspectGit } from "./git.ts";
import { inspectInterpreter } from "./interpreters.ts";
import { inspectRunner } from "./runners.ts";
import { inspectShell } from "./shells.ts";
import { inspectEditor } from "./stream-editors.ts";
import { inspectWrapper } from "./wrappers.ts";

const inspectors: readonly ((program: Program, name: string) => boolean)[] = [
  inspectBuiltin,
  inspectShell,
  inspectWrapper,
  inspectRunner,
  inspectFind,
  inspectGit,
  inspectEditor,
  inspectInterpreter,
  inspectBuildTool,
  inspectFileMaker,
];

/** Looks through a command whose program is known to run others, or code, or to write files. */
export function inspectProgram(program: Program): void {
  const { name, words } = program;
  const [first] = words;
  const base = programName(name);
  if (first && isLocal(name)) program.runsFile(first);
  for (const inspect of inspectors) if (inspect(program, base)) break;
  inspectCodeOptions(program, base);
}

/** A path that no system folder holds: a file that the line itself may have made. */
function isLocal(name: string): boolean {
  return name.includes("/") && !isSystemPath(name);
}

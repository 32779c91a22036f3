import type { Program } from "../shell/program.ts";
import { knownStart, literalWord, mayBeOption } from "../shell/word.ts";
import { tableOf } from "./table.ts";

/** Build tools that run what a file of the folder says. */
const buildTools: ReadonlyMap<string, { readonly file: string; readonly code: RegExp }> = tableOf<{
  readonly file: string;
  readonly code: RegExp;
}>({
  make: {
    file: "Makefile",
    code: /^(?:--eval|-E|[A-Za-z_]\w*(?:[:+?!]|::)?=.*[$`]|SHELL=|\.SHELLFLAGS=|MAKE\w*=)/,
  },
  gmake: { file: "Makefile", code: /^(?:--eval|-E|[A-Za-z_]\w*(?:[:+?!]|::)?=.*[$`]|SHELL=)/ },
  bmake: { file: "Makefile", code: /^(?:-f|SHELL=|.*[$`])/ },
  just: { file: "justfile", code: /^(?:-c$|--command|--shell|-f$|--justfile)/ },
  task: { file: "Taskfile.yml", code: /^(?:-t$|--taskfile)/ },
  ninja: { file: "build.ninja", code: /^-f/ },
  rake: { file: "Rakefile", code: /^(?:-e|-E|-p|-r|-f|--execute|--require|--rakefile)/ },
  cmake: { file: "CMakeLists.txt", code: /^(?:-E$|-P)/ },
  ant: { file: "build.xml", code: /^-(?:f|file|buildfile)$/ },
  npm: {
    file: "package.json",
    code: /^--(?:script-shell|node-options|shell|editor|viewer|call)|^-c/,
  },
  pnpm: { file: "package.json", code: /^--(?:script-shell|shell-mode)|^-c$/ },
  yarn: { file: "package.json", code: /^--(?:script-shell)/ },
  pip: { file: "setup.py", code: /^--(?:global-option|install-option|config-settings)/ },
  composer: { file: "composer.json", code: /^$/ },
  gradle: { file: "build.gradle", code: /^(?:-I|--init-script)/ },
  pytest: { file: "conftest.py", code: /^-p/ },
  tox: { file: "tox.ini", code: /^(?:-x|--override)/ },
  nox: { file: "noxfile.py", code: /^$/ },
  cargo: { file: "build.rs", code: /^--config/ },
  go: { file: "main.go", code: /^-(?:exec|toolexec|vettool)\b/ },
  zig: { file: "build.zig", code: /^$/ },
});

/** Build tools: what they run is in files of the folder, which is judged only when the line made them. */
export function inspectBuildTool(program: Program, name: string): boolean {
  const tool = buildTools.get(name);
  if (!tool) return false;
  program.runsFile(literalWord(tool.file));
  if (name.endsWith("make")) inspectMakeArguments(program);
  for (const word of program.words.slice(1)) {
    const { value, text } = word;
    const start = knownStart(word);
    const isOpen =
      value === undefined && mayBeOption(word) && (name === "make" || name === "gmake");
    if (tool.code.test(start) || isOpen)
      program.open(`${text} can make ${name} run code of its own`);
  }
  return true;
}

/** `-f file` names another makefile, and `CC=…` the programs that the built-in rules run. */
function inspectMakeArguments(program: Program): void {
  program.words.forEach((word, index) => {
    const value = word.value ?? "";
    const isFile = /^(?:-[A-Za-z]*f|--(?:file|makefile))(=?)(.*)$/.exec(value);
    if (isFile) {
      const file =
        isFile[1] === "" && isFile[2] === ""
          ? program.words[index + 1]
          : literalWord(isFile[2] ?? "");
      if (!file || file.value === undefined || file.value === "-" || file.value.startsWith("/dev/"))
        program.open("make runs instructions that it reads");
      else program.runsFile(file);
    }
    const [, variable, text] = /^([A-Za-z_]\w*)\s*[:+?!]*=(.*)$/s.exec(value) ?? [];
    if (variable !== undefined) program.assign(variable, literalWord(text ?? ""));
  });
}

import { describe, expect, it } from "vitest";
import { parseRequest } from "../../src/offline/parse.ts";
import { callFor, describeStep } from "../../src/offline/steps.ts";

/** `tool {arguments}` of every step, or the part that was not understood. */
function plan(text: string): readonly string[] | string {
  const parsed = parseRequest(text);
  if (parsed.kind === "help") return "help";
  if (parsed.kind === "notUnderstood") return `not understood: ${parsed.part}`;
  return parsed.steps.map((step) => {
    const { name, arguments: values } = callFor(step);
    return `${name} ${JSON.stringify(values)}`;
  });
}

function ls(path?: string): string {
  return `ls ${JSON.stringify(path === undefined ? {} : { path })}`;
}
function read(path: string): string {
  return `read ${JSON.stringify({ path })}`;
}
function grep(pattern: string, path?: string): string {
  return `grep ${JSON.stringify(path === undefined ? { pattern } : { pattern, path })}`;
}
function write(path: string, content: string): string {
  return `write ${JSON.stringify({ path, content })}`;
}
function edit(path: string, oldText: string, newText: string): string {
  return `edit ${JSON.stringify({ path, edits: [{ oldText, newText }] })}`;
}
function bash(command: string): string {
  return `bash ${JSON.stringify({ command })}`;
}

describe("list", () => {
  it.each<[string, ...string[]]>([
    ["list files", ls()],
    ["ls", ls()],
    ["List the files here.", ls()],
    ["What files are here?", ls()],
    ["show me everything", ls()],
    ["list files and folders", ls()],
    ["list files in the current directory", ls()],
    ["list files in src", ls("src")],
    ["ls src/", ls("src/")],
    ["ls -la src", ls("src")],
    ["list .", ls(".")],
    ["ls ..", ls("..")],
    ["please list all the files in the src folder", ls("src")],
    ["what's in src?", ls("src")],
    ["show me what’s in the lib directory", ls("lib")],
    ["show the src folder", ls("src")],
    ["list the contents of src", ls("src")],
    ['list files in "my stuff"', ls("my stuff")],
    ['open the folder "my stuff"', ls("my stuff")],
    ["list files in My Stuff", ls("My Stuff")],
    ["list files in src and test", ls("src"), ls("test")],
  ])("understands %j", (text, ...calls) => expect(plan(text)).toEqual(calls));
});

describe("read", () => {
  it.each<[string, ...string[]]>([
    ["read README.md.", read("README.md")],
    ["READ README.MD", read("README.MD")],
    ["read README", read("README")],
    ["show me README.md", read("README.md")],
    ["show me the contents of README.md", read("README.md")],
    ["open src/index.ts", read("src/index.ts")],
    ["cat ../a.txt", read("../a.txt")],
    ["print the file a.txt", read("a.txt")],
    ["what does package.json say?", read("package.json")],
    ["what's in README.md?", read("README.md")],
    ["I'd like you to read README.md", read("README.md")],
    ["can you read my notes.txt please", read("my notes.txt")],
    ['read "my notes.txt".', read("my notes.txt")],
    ["read 'it's here.txt'", read("it's here.txt")],
    ["read `a b.txt`", read("a b.txt")],
    ["read “a b.txt”", read("a b.txt")],
    ['read "salt and pepper.txt"', read("salt and pepper.txt")],
    ['read "first then second.txt"', read("first then second.txt")],
    ["read then.txt", read("then.txt")],
    ["read C:\\x\\y.txt", read("C:\\x\\y.txt")],
    ["read a.txt and b.txt", read("a.txt"), read("b.txt")],
    ['read a.txt, "b c.txt" and d.txt', read("a.txt"), read("b c.txt"), read("d.txt")],
  ])("understands %j", (text, ...calls) => expect(plan(text)).toEqual(calls));
});

describe("find", () => {
  it.each<[string, ...string[]]>([
    ["find TODO", grep("TODO")],
    ['find "TODO" in src', grep("TODO", "src")],
    ["search for TODO in the docs folder", grep("TODO", "docs")],
    ["search src for TODO", grep("TODO", "src")],
    ["search the project for TODO", grep("TODO")],
    ["grep TODO in src", grep("TODO", "src")],
    ["grep -rn TODO src", grep("TODO", "src")],
    ["find salt and pepper in src", grep("salt and pepper", "src")],
    ['look for the word "then" in docs', grep("then", "docs")],
    ['find "list files, then read a"', grep("list files, then read a")],
    ['find all occurrences of "x" everywhere', grep("x")],
    ["find love in the time of cholera", grep("love in the time of cholera")],
    ['find "x" in src and test', grep("x", "src"), grep("x", "test")],
    ["Hey, could you please find TODO in src, thanks!", grep("TODO", "src")],
  ])("understands %j", (text, ...calls) => expect(plan(text)).toEqual(calls));

  it("looks for the words themselves, not for a regular expression", () => {
    const text = String.raw`a.b*c+d?e^f$g{h}i(j)k|l[m]n\o-p/q`;
    const parsed = parseRequest(`find "${text}"`);
    const [step] = parsed.kind === "plan" ? parsed.steps : [];
    const pattern = step && callFor(step).arguments["pattern"];
    const expression = new RegExp(typeof pattern === "string" ? pattern : "", "u");
    expect(expression.exec(`before ${text} after`)?.[0]).toBe(text);
  });
});

describe("write and replace", () => {
  it.each<[string, ...string[]]>([
    ['write "hello" to notes.txt', write("notes.txt", "hello")],
    ['write "a then b, and c" to "my file.txt"', write("my file.txt", "a then b, and c")],
    ["write 'it is' to the file a.txt", write("a.txt", "it is")],
    ['write "say \\"hi\\"" to a.txt', write("a.txt", 'say "hi"')],
    ['write "two\nlines" to a.txt', write("a.txt", "two\nlines")],
    ['write "" to a.txt', write("a.txt", "")],
    ['write to a.txt: "x"', write("a.txt", "x")],
    ['save "x" as y.txt', write("y.txt", "x")],
    ['create a file called notes.txt with "hello"', write("notes.txt", "hello")],
    ["create notes.txt containing the text “hi there”", write("notes.txt", "hi there")],
    ['make a new file todo.md that says "milk"', write("todo.md", "milk")],
    ['create src/a.ts with `const a = "b";`', write("src/a.ts", 'const a = "b";')],
    ["create an empty file x.txt", write("x.txt", "")],
    ['replace "a" with "b" in c.txt', edit("c.txt", "a", "b")],
    ['change the text "a" to "b" in the file "c d.txt"', edit("c d.txt", "a", "b")],
    ['substitute "with" by "in" in c.txt', edit("c.txt", "with", "in")],
    ["change foo to bar in src/x.ts", edit("src/x.ts", "foo", "bar")],
    ['replace "x" with "" in a.txt', edit("a.txt", "x", "")],
    ['in a.txt, replace "x" with "y"', edit("a.txt", "x", "y")],
    ['edit a.txt and replace "x" with "y"', edit("a.txt", "x", "y")],
  ])("understands %j", (text, ...calls) => expect(plan(text)).toEqual(calls));
});

describe("run", () => {
  it.each<[string, ...string[]]>([
    ["run npm test", bash("npm test")],
    ["Can you run npm test?", bash("npm test")],
    ["execute the command `ls -la | wc -l`", bash("ls -la | wc -l")],
    ['run "npm test"!', bash("npm test")],
    ["run: npm run build, please", bash("npm run build")],
    ["run ls .", bash("ls .")],
    ["run cd src; ls", bash("cd src; ls")],
    ["run make && b || c", bash("make && b || c")],
    ["run echo salt and pepper", bash("echo salt and pepper")],
    ['run echo "a then b"', bash('echo "a then b"')],
    ["run make and install", bash("make and install")],
    ["run make and read log.txt", bash("make"), read("log.txt")],
    ["run npm test, and read a.txt", bash("npm test"), read("a.txt")],
    ["run npm test and then read README.md.", bash("npm test"), read("README.md")],
    ['run git commit -m "this, then that" then ls', bash('git commit -m "this, then that"'), ls()],
    ["run `a`; run `b`", bash("a"), bash("b")],
  ])("understands %j", (text, ...calls) => expect(plan(text)).toEqual(calls));
});

describe("chains", () => {
  it.each<[string, ...string[]]>([
    ["list the files here, then read README.md", ls(), read("README.md")],
    ["List the files. Then read a.txt. Finally, run ls.", ls(), read("a.txt"), bash("ls")],
    ["list files; read a.txt; find x", ls(), read("a.txt"), grep("x")],
    ["1. list files\n2. read a.txt", ls(), read("a.txt")],
    ["read a.txt, b.txt and run make", read("a.txt"), read("b.txt"), bash("make")],
    [
      'create a.txt with "hi", read a.txt and then run cat a.txt',
      write("a.txt", "hi"),
      read("a.txt"),
      bash("cat a.txt"),
    ],
    [
      'first write "x" to a.txt and replace "x" with "y" in a.txt, after that read a.txt',
      write("a.txt", "x"),
      edit("a.txt", "x", "y"),
      read("a.txt"),
    ],
    ["then read a.txt", read("a.txt")],
    ["run ls, then", bash("ls")],
  ])("understands %j", (text, ...calls) => expect(plan(text)).toEqual(calls));
});

describe("what it does not understand", () => {
  it.each([
    ["Tell me a story", "Tell me a story"],
    ["read me a story about dragons", "read me a story about dragons"],
    ["don't read x", "don't read x"],
    ["run the tests", "run the tests"],
    ["run npm test then deploy", "deploy"],
    ["run if true; then echo yes; fi", "echo yes; fi"],
    ["list the files here and tell me a joke", "list the files here and tell me a joke"],
    ["list files in src and tell me a joke", "list files in src and tell me a joke"],
    ["ls src tests", "ls src tests"],
    ["write a poem to poem.txt", "write a poem to poem.txt"],
    ['write "a" and "b" to x.txt', 'write "a" and "b" to x.txt'],
    ['append "x" to a.txt', 'append "x" to a.txt'],
    ['replace "" with "x" in a.txt', 'replace "" with "x" in a.txt'],
    ["find files named x", "find files named x"],
    ["cat a.txt | wc", "cat a.txt | wc"],
    ['read ""', 'read ""'],
  ])("of %j is nothing done, and the part is named", (text, part) => {
    expect(plan(text)).toBe(`not understood: ${part}`);
  });

  it.each(["", "  ", "help", "Hello!", "What can you do?", "can you help me?", "then"])(
    "%j asks for help",
    (text) => expect(plan(text)).toBe("help"),
  );

  it("a long text is answered fast, whatever it repeats", () => {
    const startedAt = performance.now();
    for (const piece of [
      "read a, ",
      "run x and ",
      "find ' in ",
      "in with to ",
      'replace " ',
      "then ",
    ]) {
      expect(plan(`read ${piece.repeat(20_000 / piece.length)}?`)).toBeDefined();
      expect(plan(`read ${piece.repeat(900 / piece.length)}?`)).toBeDefined();
    }
    expect(plan("x".repeat(60_000))).toMatch(/^not understood/);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

it("a step in words is understood as the same step", () => {
  const requests = [
    "list the files here",
    "list the files in src",
    "read README.md",
    'find "a b" in src',
    'write "x" to a.txt',
    'replace "a" with "b" in c.txt',
    "run `npm test`",
  ];
  for (const request of requests) {
    const parsed = parseRequest(request);
    expect(parsed.kind === "plan" && parsed.steps.map(describeStep)).toEqual([request]);
  }
});

import { defineConfig } from "vitepress";
import type { DefaultTheme } from "vitepress";

const title = "tau-ts";

/** A part of the sidebar: the titles of its pages, and where below its folder they are. */
function part(
  text: string,
  folder: string,
  pages: Readonly<Record<string, string>>,
): DefaultTheme.SidebarItem {
  const items = Object.entries(pages).map(([page, path]) => ({
    text: page,
    link: `/${folder}/${path}`,
  }));
  return { text, items };
}

export default defineConfig({
  title,
  description: "A coding-agent toolkit in TypeScript.",
  lang: "en-GB",
  cleanUrls: true,
  metaChunk: true,
  srcExclude: [".generated/**", "node_modules/**", "README.md"],
  head: [
    ["style", {}, ".file-name { margin: 16px 0 -12px; font: 13px var(--vp-font-family-mono); }"],
  ],
  markdown: {
    config: (markdown) => {
      const { fence } = markdown.renderer.rules;
      if (!fence) throw new Error("the renderer of code blocks is gone");
      // "```ts [agent.ts]" shows the name of the file above the block.
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const name = /\[(.+?)\]/.exec(tokens[index]?.info ?? "")?.[1];
        const block = fence(tokens, index, ...rest);
        return name === undefined
          ? block
          : `<div class="file-name">${markdown.utils.escapeHtml(name)}</div>${block}`;
      };
    },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        // Of the API its names are searched for, not every word: that halves the time of a build.
        _render: (source, environment, markdown) =>
          markdown.render(
            environment.relativePath.startsWith("reference/api/")
              ? (source.match(/^#.*$/gm) ?? []).join("\n\n")
              : source,
            environment,
          ),
      },
    },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/start/first-steps" },
      { text: "How to", link: "/how-to/custom-tool" },
      { text: "Reference", link: "/reference/" },
    ],
    sidebar: [
      part("Start", "start", {
        "First steps": "first-steps",
        "Your first agent": "first-agent",
        "Beside Python's tau": "beside-python-tau",
      }),
      part("Layers", "layers", {
        "Which layer do I need?": "",
        ai: "ai",
        agent: "agent",
        coding: "coding",
        tui: "tui",
      }),
      part("Concepts", "concepts", {
        "Record and view": "record-and-view",
        Events: "events",
        Stopping: "stopping",
        Guard: "guard",
        Sessions: "sessions",
        Compaction: "compaction",
        Undo: "undo",
      }),
      part("How to", "how-to", {
        "Write a tool": "custom-tool",
        "Write a provider": "custom-provider",
        "Use a compatible server": "compatible-server",
        "Embed in a web server": "web-server",
        "Run in CI": "ci-job",
        "Test your agent": "testing",
        "Write a frontend over RPC": "rpc-frontend",
      }),
      part("Reference", "reference", {
        API: "api/",
        "Command line": "command-line",
        Keys: "keys",
        Settings: "settings",
        RPC: "rpc",
        "Session format": "session-format",
        Errors: "errors",
      }),
      part("Coming from", "coming-from", {
        Tau: "tau",
        Pi: "pi",
        "Vercel AI SDK": "vercel-ai-sdk",
      }),
    ],
  },
});

import { defineConfig } from "vitepress";

const title = "tau-ts";

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
      {
        text: "Start",
        items: [
          { text: "First steps", link: "/start/first-steps" },
          { text: "Your first agent", link: "/start/first-agent" },
          { text: "Beside Python's tau", link: "/start/beside-python-tau" },
        ],
      },
      {
        text: "Layers",
        items: [
          { text: "Which layer do I need?", link: "/layers/" },
          { text: "ai", link: "/layers/ai" },
          { text: "agent", link: "/layers/agent" },
          { text: "coding", link: "/layers/coding" },
          { text: "tui", link: "/layers/tui" },
        ],
      },
      {
        text: "Concepts",
        items: [
          { text: "Record and view", link: "/concepts/record-and-view" },
          { text: "Events", link: "/concepts/events" },
          { text: "Stopping", link: "/concepts/stopping" },
          { text: "Guard", link: "/concepts/guard" },
          { text: "Sessions", link: "/concepts/sessions" },
          { text: "Compaction", link: "/concepts/compaction" },
          { text: "Undo", link: "/concepts/undo" },
        ],
      },
      {
        text: "How to",
        items: [
          { text: "Write a tool", link: "/how-to/custom-tool" },
          { text: "Write a provider", link: "/how-to/custom-provider" },
          { text: "Use a compatible server", link: "/how-to/compatible-server" },
          { text: "Embed in a web server", link: "/how-to/web-server" },
          { text: "Run in CI", link: "/how-to/ci-job" },
          { text: "Test your agent", link: "/how-to/testing" },
          { text: "Write a frontend over RPC", link: "/how-to/rpc-frontend" },
        ],
      },
      {
        text: "Reference",
        items: [
          { text: "API", link: "/reference/api/" },
          { text: "Command line", link: "/reference/command-line" },
          { text: "Keys", link: "/reference/keys" },
          { text: "Settings", link: "/reference/settings" },
          { text: "RPC", link: "/reference/rpc" },
          { text: "Session format", link: "/reference/session-format" },
          { text: "Errors", link: "/reference/errors" },
        ],
      },
      {
        text: "Coming from",
        items: [
          { text: "Tau", link: "/coming-from/tau" },
          { text: "Pi", link: "/coming-from/pi" },
          { text: "Vercel AI SDK", link: "/coming-from/vercel-ai-sdk" },
        ],
      },
    ],
  },
});

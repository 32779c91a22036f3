/** The whole look of an exported page. */
export const pageStyle = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; border-top: 1px solid var(--line); padding-top: .5rem; }
h2 small { font-weight: normal; opacity: .7; }
.text, pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
.user { background: var(--soft); padding: .5rem; border-radius: .3rem; }
.thinking { opacity: .75; font-style: italic; }
pre { font: .85rem/1.4 ui-monospace, monospace; background: var(--soft); padding: .5rem; border-radius: .3rem; }
img { max-width: 100%; }
.notice { opacity: .7; font-size: .9rem; }
details.branch { border-left: 3px solid var(--line); padding-left: 1rem; margin: 1rem 0; }
nav ul { padding-left: 1.2rem; }
table { border-collapse: collapse; font-size: .9rem; }
td, th { border: 1px solid var(--line); padding: .2rem .5rem; text-align: right; }
td:first-child, th:first-child { text-align: left; }
`;

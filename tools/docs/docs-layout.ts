/** Style of the documentation: one column, light and dark, no font or script of another host. */
const STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --muted: #5b6675; --line: #dfe4ea; --page: #fff; --code: #f3f5f8; --link: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --text: #e6eaf0; --muted: #9aa6b5; --line: #2c3542; --page: #10151c; --code: #18202a; --link: #93c5fd; } }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
nav, main { max-width: 860px; margin: 0 auto; padding: 12px 16px; }
nav { border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: 0 14px; } nav a { white-space: nowrap; }
a { color: var(--link); } img { max-width: 100%; }
h1 { font-size: 1.8rem; } h2 { margin-top: 2rem; font-size: 1.25rem; overflow-wrap: anywhere; }
code { background: var(--code); border-radius: 4px; padding: 1px 4px; font-size: .9em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: 12px; overflow-x: auto; } pre code { padding: 0; background: none; overflow-wrap: normal; }
table { display: block; overflow-x: auto; border-collapse: collapse; } td, th { border-bottom: 1px solid var(--line); padding: 6px 10px; text-align: left; vertical-align: top; } td:first-child code { white-space: nowrap; }
`;

/** Pages that stand at the head of every page, from `docs/`. */
const NAVIGATION = [
  ['index', 'Start'],
  ['first-verdict', 'First verdict'],
  ['ci-owner', 'Pipelines'],
  ['implementer', 'Services'],
  ['certificate', 'Certificate'],
  ['performance-engineer', 'Performance'],
  ['nightly', 'Nights'],
  ['many-machines', 'Many machines'],
  ['verdicts', 'Verdicts'],
  ['reference/commands', 'Commands'],
  ['reference/target', 'Target'],
  ['reference/environment', 'Environment'],
  ['reference/requirements', 'Requirements'],
  ['reference/service', 'OpenAPI'],
] as const;

/** The layout of a page in Nunjucks; `root` is the way back to the first page, such as `../`. */
export const DOCS_LAYOUT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }} – Assay</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<nav>${NAVIGATION.map(([page, title]) => `<a href="{{ root }}${page}.html">${title}</a>`).join('')}</nav>
<main>
{{ content | safe }}
</main>
</body>
</html>
`;

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error -- Eleventy has no types.
import { Eleventy, IdAttributePlugin } from '@11ty/eleventy';
import { PROJECT } from '../../client/project.ts';
import {
  addingPage,
  commandPage,
  environmentPage,
  type GeneratedPage,
  requirementPages,
  rulePage,
  targetPage,
} from './reference-pages.ts';
import { OPENAPI_FILE, servicePages } from './service-pages.ts';
import { silencingPage } from './silencing-page.ts';

/** Style of the documentation: one column, light and dark, no external fonts or scripts. */
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

/** Pages in the navigation of every page, from `docs/`. */
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
  ['words', 'Words'],
  ['reference/commands', 'Commands'],
  ['reference/target', 'Target'],
  ['reference/environment', 'Environment'],
  ['reference/requirements', 'Requirements'],
  ['reference/service', 'OpenAPI'],
] as const;

/** Layout of a page in Nunjucks; `root` is the relative path to the first page, such as `../`. */
const DOCS_LAYOUT = `<!doctype html>
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

/** Handwritten pages in `docs/`. */
export const HANDWRITTEN = [
  'index',
  'first-verdict',
  'ci-owner',
  'implementer',
  'certificate',
  'performance-engineer',
  'nightly',
  'many-machines',
  'load-results',
  'verdicts',
  'exam',
  'benchmarks',
  'versioning',
  'words',
] as const;

/** Used subset of Eleventy's configuration. */
interface SiteConfig {
  readonly addPlugin: (plugin: unknown) => void;
  readonly setQuietMode: (quiet: boolean) => void;
  readonly setIncludesDirectory: (folder: string) => void;
  readonly addTemplate: (path: string, text: string, data?: object) => void;
}
type Site = new (
  input: string,
  output: string,
  options: { quietMode: boolean; configPath: false; config: (config: SiteConfig) => void },
) => { write: () => Promise<void> };

/** All pages of the documentation, handwritten or generated. */
export const docsPages = async (): Promise<readonly GeneratedPage[]> => [
  ...HANDWRITTEN.map((name) => ({
    path: `${name}.md`,
    text: readFileSync(join(PROJECT, 'docs', `${name}.md`), 'utf8'),
  })),
  await commandPage(),
  targetPage(),
  environmentPage(),
  silencingPage(),
  rulePage(),
  addingPage(),
  ...requirementPages(),
  ...servicePages(),
];

/** Rewrites links between pages for the site; leaves code unchanged. */
const asSite = (text: string): string =>
  text.replaceAll(/\]\(([\w./-]+)\.md(#[\w-]+)?\)/g, ']($1.html$2)');

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? 'Assay';

/** Builds the site into `output`: static pages that need no server and request nothing from other hosts. */
export const buildSite = async (output: string): Promise<void> => {
  const pages = await docsPages();
  const configure = (config: SiteConfig): void => {
    config.setQuietMode(true);
    config.addPlugin(IdAttributePlugin);
    config.addTemplate('_includes/page.njk', DOCS_LAYOUT);
    for (const { path, text } of pages)
      config.addTemplate(path, asSite(text), {
        layout: 'page.njk',
        title: titleOf(text),
        root: '../'.repeat(path.split('/').length - 1),
        permalink: path.replace(/\.md$/, '.html'),
        templateEngineOverride: 'md',
      });
  };
  // Empty, since all pages are passed in.
  const input = mkdtempSync(join(tmpdir(), 'assay-docs-'));
  const Builder = Eleventy as Site;
  try {
    await new Builder(input, output, {
      quietMode: true,
      configPath: false,
      config: configure,
    }).write();
  } finally {
    rmSync(input, { recursive: true });
  }
  cpSync(join(PROJECT, 'docs', 'output.svg'), join(output, 'output.svg'));
  cpSync(join(PROJECT, OPENAPI_FILE), join(output, 'reference', 'openapi.json'));
  cpSync(join(PROJECT, 'docs', 'ci'), join(output, 'ci'), {
    recursive: true,
    filter: (path) => !path.includes('tools'),
  });
};

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error -- Eleventy has no types.
import { Eleventy, IdAttributePlugin } from '@11ty/eleventy';
import { PROJECT } from '../../client/project.ts';
import { commandPage } from './command-pages.ts';
import { DOCS_LAYOUT } from './docs-layout.ts';
import { environmentPage } from './environment-page.ts';
import type { GeneratedPage } from './generated-page.ts';
import { requirementPages } from './requirement-pages.ts';
import { addingPage, rulePage } from './rule-page.ts';
import { OPENAPI_FILE, servicePages } from './service-pages.ts';
import { silencingPage } from './silencing-page.ts';
import { targetPage } from './target-page.ts';

/** Written by hand, in `docs/`. */
export const WRITTEN = [
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
] as const;

/** What of Eleventy is used. */
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

/** Every page of the documentation, written or made from the code. */
export const docsPages = async (): Promise<readonly GeneratedPage[]> => [
  ...WRITTEN.map((name) => ({
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

/** Links between pages as the site has them; what is in code stays. */
const asSite = (text: string): string =>
  text.replaceAll(/\]\(([\w./-]+)\.md(#[\w-]+)?\)/g, ']($1.html$2)');

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? 'Assay';

/** Builds the site into `output`: plain pages that ask no other host, and open without a server. */
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
  // An empty folder: all pages are handed over.
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

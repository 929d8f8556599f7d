import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error -- Eleventy has no types.
import { Eleventy } from '@11ty/eleventy';
import { PROJECT } from '../../client/project.ts';
import {
  addingPage,
  commandPage,
  environmentPage,
  type GeneratedPage,
  rulePage,
  targetPage,
} from './reference-pages.ts';
import { contentsOf, type Markdown, markHeadingsAndCells } from './markdown.ts';
import { requirementPages } from './requirement-pages.ts';
import { leadOf, searchIndex, titleOf } from './search-index.ts';
import { OPENAPI_FILE, servicePages } from './service-pages.ts';
import { silencingPage } from './silencing-page.ts';
import { SOCIAL_CARD } from './social-card.ts';
import { HANDWRITTEN, LAYOUT, rootOf, sidebarOf } from './site-layout.ts';

/** Used subset of Eleventy's configuration. */
interface SiteConfig {
  readonly amendLibrary: (engine: 'md', amend: (markdown: Markdown) => void) => void;
  readonly addFilter: (name: string, filter: (text: string) => string) => void;
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

/**
 * Builds the site into `output`: static pages that need no server and request nothing from other hosts. With the `address` at
 * which they will be served, without a slash at its end, they name their picture for sites that show links.
 */
export const buildSite = async (output: string, address?: string): Promise<void> => {
  const pages = await docsPages();
  const configure = (config: SiteConfig): void => {
    config.setQuietMode(true);
    config.amendLibrary('md', markHeadingsAndCells);
    config.addFilter('contents', contentsOf);
    config.addTemplate('_includes/page.njk', LAYOUT);
    for (const { path, text } of pages)
      config.addTemplate(path, asSite(text), {
        layout: 'page.njk',
        title: titleOf(text),
        description: leadOf(text),
        address,
        root: rootOf(path),
        sidebar: sidebarOf(path.replace(/\.md$/, '')),
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
  cpSync(
    fileURLToPath(import.meta.resolve('minisearch').replace('/es/', '/umd/')),
    join(output, 'minisearch.js'),
  );
  writeFileSync(join(output, 'search-index.js'), searchIndex(pages));
  cpSync(new URL('site-script.mjs', import.meta.url), join(output, 'site.js'));
  cpSync(new URL('site.css', import.meta.url), join(output, 'site.css'));
  for (const picture of ['output.svg', SOCIAL_CARD])
    cpSync(join(PROJECT, 'docs', picture), join(output, picture));
  cpSync(join(PROJECT, OPENAPI_FILE), join(output, 'reference', 'openapi.json'));
  cpSync(join(PROJECT, 'docs', 'ci'), join(output, 'ci'), {
    recursive: true,
    filter: (path) => !path.includes('tools'),
  });
};

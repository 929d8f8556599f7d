import MiniSearch, { type Options } from 'minisearch';
import { headingId } from './markdown.ts';
import type { GeneratedPage } from './reference-pages.ts';
import { INDEX } from './requirement-pages.ts';

/** Section of a page that the search finds. */
interface SearchedSection {
  /** Relative to the first page, with the id of its heading. */
  readonly id: string;
  readonly title: string;
  /** Title of its page, if it is another one. */
  readonly page: string;
  readonly text: string;
  /** First words of its first paragraph. */
  readonly start: string;
}

const OPTIONS: Options<SearchedSection> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'start'],
};

/** Letters of a result's text that are shown. */
const SHOWN = 140;

/** Text of Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<\/?[a-z][^>]*>/g, '')
    .replaceAll(/^\|[ :|-]+\|$/gm, '')
    .replaceAll(/[`*|]|\\(?=\W)|^#+ |^- /gm, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

const startOf = (body: string): string => {
  const text = plain(body.trim().split('\n\n', 1)[0] ?? '');
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN).replace(/\s\S*$/, '')} …`;
};

/** Title of a page: its first heading. */
export const titleOf = (text: string): string => plain(/^# (.+)$/m.exec(text)?.[1] ?? '');

/** First words of a page below its title. */
export const leadOf = (text: string): string => startOf(text.split(/^# .+$/m)[1] ?? '');

const sectionOf = (id: string, title: string, page: string, body: string): SearchedSection => ({
  id,
  title,
  page,
  text: plain(body),
  start: startOf(body),
});

/** Sections of a page by its headings. Of a requirement its head and its probes are one section; of their index only its head. */
const sectionsOf = ({ path, text }: GeneratedPage): readonly SearchedSection[] => {
  const file = path.replace(/\.md$/, '.html');
  const title = titleOf(text);
  const [, body = ''] = text.split(/^# .+$/m);
  const [lead = '', ...sections] = body.split(/^## /m);
  if (path.includes('/requirements/')) {
    const probes = sections.find((section) => section.startsWith('Probes\n')) ?? '';
    return [sectionOf(file, title, '', `${lead} ${probes.replace('Probes', '')}`)];
  }
  return [
    sectionOf(file, title, '', lead),
    ...(path === INDEX ? [] : sections).map((section) => {
      const [heading = ''] = section.split('\n', 1);
      const name = plain(heading);
      return sectionOf(`${file}#${headingId(name)}`, name, title, section.slice(heading.length));
    }),
  ];
};

/** Script that defines the index of all pages as `searchIndex`: a page opened as a file may load scripts, but no JSON. */
export const searchIndex = (pages: readonly GeneratedPage[]): string => {
  const index = new MiniSearch(OPTIONS);
  index.addAll(pages.flatMap(sectionsOf));
  return `const searchIndex = ${JSON.stringify({ options: OPTIONS, index })};\n`;
};

import { toHtml } from 'hast-util-to-html';
import { element, type Part } from './element.ts';

/** What a page consists of. */
export interface PageDocument {
  readonly title: string;
  /** Of ours: what stands here is not escaped. */
  readonly style: string;
  readonly main: Part;
  /** Of ours as well; left out: the page runs none. */
  readonly script?: string;
}

const policyOf = ({ script }: PageDocument): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(script === undefined ? [] : ["script-src 'unsafe-inline'"]),
    'img-src data:',
  ].join('; ');

const headOf = (page: PageDocument): Part =>
  element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    // Nothing that a service sent can run or fetch anything, even if it became markup.
    element('meta', { 'http-equiv': 'Content-Security-Policy', content: policyOf(page) }),
    element('title', {}, page.title),
    element('link', { rel: 'icon', href: 'data:,' }),
  );

/** A page as one file that asks nothing of any other host. Style and script are the one place where nothing is escaped. */
export const pageDocument = (page: PageDocument): string => {
  const { style, main, script } = page;
  const head = toHtml(headOf(page)).replace('</head>', () => `<style>${style}</style></head>`);
  const program = script === undefined ? '' : `\n<script type="module">${script}</script>`;
  return `<!doctype html>\n<html lang="en">\n${head}\n<body>\n${toHtml(main)}${program}\n</body>\n</html>\n`;
};

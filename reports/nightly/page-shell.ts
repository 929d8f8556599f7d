import { toHtml } from 'hast-util-to-html';
import { element, type Part } from '../page/element.ts';
import { PAGE_STYLE } from '../page/page-style.ts';
import { NIGHTLY_STYLE } from './nightly-style.ts';

/** A page of nights: one file without a script, which asks nothing of any other host. */
export const pageShell = (title: string, main: Part): string => {
  const head = element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('meta', {
      'http-equiv': 'Content-Security-Policy',
      content: "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    }),
    element('title', {}, title),
    element('link', { rel: 'icon', href: 'data:,' }),
  );
  // Texts of ours, which are no content: the one place where nothing is escaped.
  const own = `<style>${PAGE_STYLE}${NIGHTLY_STYLE}</style>`;
  return `<!doctype html>\n<html lang="en">\n${toHtml(head).replace('</head>', `${own}</head>`)}\n<body>\n${toHtml(main)}\n</body>\n</html>\n`;
};

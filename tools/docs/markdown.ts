/** Used subset of a token of markdown-it. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  readonly attrSet: (name: string, value: string) => void;
}

/** Used subset of markdown-it. */
export interface Markdown {
  readonly core: {
    readonly ruler: {
      readonly push: (
        name: string,
        rule: (state: { readonly tokens: readonly Token[] }) => void,
      ) => void;
    };
  };
}

/** Id of a heading on its page, from its text. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const textOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ content }) => content).join('');

/** Sets the id of every heading, and on every cell of a table the title of its column, which narrow screens show. */
const mark = (tokens: readonly Token[]): void => {
  const ids = new Map<string, number>();
  let columns: string[] = [];
  let column = 0;
  for (const [at, token] of tokens.entries()) {
    const text = textOf(tokens[at + 1]);
    if (token.type === 'heading_open') {
      const id = headingId(text);
      const earlier = ids.get(id) ?? 0;
      ids.set(id, earlier + 1);
      token.attrSet('id', earlier === 0 ? id : `${id}-${earlier + 1}`);
    }
    if (token.type === 'table_open') columns = [];
    if (token.type === 'th_open') columns.push(text);
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'td_open') token.attrSet('data-label', columns[column++] ?? '');
  }
};

/** Extends Eleventy's Markdown by the ids of headings and the labels of cells. */
export const markHeadingsAndCells = (markdown: Markdown): void =>
  markdown.core.ruler.push('headings-and-cells', ({ tokens }) => mark(tokens));

/** Contents of a page, from the headings of its HTML; empty if it has fewer than three. */
export const contentsOf = (html: string): string => {
  const links = [...html.matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/g)].map(
    ([, id = '', text = '']) =>
      `<li><a href="#${id}">${text.replaceAll(/<\/?(?:a|code)\b[^>]*>/g, '')}</a></li>`,
  );
  return links.length < 3
    ? ''
    : `<details class="contents" open><summary>On this page</summary><ul>${links.join('')}</ul></details>`;
};

/** A page of the documentation that is made from the code, in Markdown. */
export interface GeneratedPage {
  /** Relative to `docs/`, such as `reference/rules.md`. */
  readonly path: string;
  readonly text: string;
}

/** A text of the code in a line of Markdown: what looks like markup stays a text. */
export const inMarkdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\*_{}[\]|#]/g, String.raw`\$&`);

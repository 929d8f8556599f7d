import type { Piece, Redactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { Edit, IssuedValue, ValueUse } from '../../reports/story/issued-values.ts';

/** Text that stands for another one: an expression of the language of the reproduction. */
interface Substitute {
  readonly text: string;
  readonly expression: string;
}

/** How a language of reproductions refers to values. */
export interface Notation {
  /** An issued value, changed as by `edit`; as a part of an address if `isEncoded`. */
  readonly issued: (value: IssuedValue, edit: Edit, isEncoded: boolean) => string;
  /** A variable of the target: an address. */
  readonly address: (name: 'BASE_URL' | 'GAP_BASE_URL') => string;
}

/** Addresses that a run recorded, of which another one may be used. */
export type Addresses = Pick<ResolvedTarget, 'base_url' | 'gap_base_url'>;

const escaped = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);

const split = (text: string, substitutes: readonly Substitute[]): readonly Piece[] => {
  const longest = substitutes.toSorted((a, b) => b.text.length - a.text.length);
  const pattern = longest.map((each) => escaped(each.text)).join('|');
  const pieces: Piece[] = [];
  let end = 0;
  // A part of a longer word is another value.
  for (const { 0: found, index } of text.matchAll(
    new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'gu'),
  )) {
    const own = longest.find((each) => each.text === found);
    if (own === undefined) continue;
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push({ text: own.expression, live: true });
    end = index + found.length;
  }
  return end === text.length ? pieces : [...pieces, text.slice(end)];
};

/** A redactor that also replaces addresses, and the issued values that a call uses, by expressions. */
export const substituting = (
  redactor: Redactor,
  uses: readonly ValueUse[],
  addresses: Addresses,
  notation: Notation,
): Redactor => {
  const substitutes = [
    { text: addresses.base_url, expression: notation.address('BASE_URL') },
    ...(addresses.gap_base_url === addresses.base_url
      ? []
      : [{ text: addresses.gap_base_url, expression: notation.address('GAP_BASE_URL') }]),
    ...uses.flatMap(({ text, issued, edit }) => {
      const encoded = encodeURIComponent(text);
      return [
        { text, expression: notation.issued(issued, edit, false) },
        ...(encoded === text
          ? []
          : [{ text: encoded, expression: notation.issued(issued, edit, true) }]),
      ];
    }),
  ];
  return {
    ...redactor,
    pieces: (text) =>
      redactor
        .pieces(text)
        .flatMap((piece) => (typeof piece === 'string' ? split(piece, substitutes) : [piece])),
  };
};

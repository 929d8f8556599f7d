import type { FirstCause } from '../../oracles/causes/first-cause.ts';
import { counted } from '../../oracles/causes/names.ts';
import { MARKS } from './mark.ts';
import { painter } from './paint.ts';
import { COLUMNS, labelled, wrap } from '../../store/printable.ts';

/** Causes that are told in full; the others are counted. */
const SHOWN = 5;
const INDENT = '  ';
const SENTENCE_LINES = 4;

const lineOf = ({ sentence, target, answer, exchange, cells }: FirstCause): readonly string[] => {
  const hangs =
    cells.length === 0
      ? ''
      : ` ${counted(cells.length, 'cell')} ${cells.length === 1 ? 'depends' : 'depend'} on it.`;
  const [first = '', ...rest] = wrap(
    `${MARKS.inconclusive.sign} ${sentence}${hangs}`,
    COLUMNS - INDENT.length,
    SENTENCE_LINES,
  );
  const seen = exchange === undefined ? '' : `  (exchange ${exchange})`;
  return [
    first,
    ...rest.map((line) => INDENT + line),
    ...(target === undefined ? [] : labelled('  target  ', target, 2)),
    ...(answer === undefined ? [] : labelled('  answer  ', answer + seen, 2)),
  ];
};

/** Why cells stand open, worst first, at most five in full. Empty where there is no cause to tell. */
export const renderFirstCauses = (
  causes: readonly FirstCause[],
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const paint = painter(colour);
  const blocks = causes.slice(0, SHOWN).map((cause) => {
    const [sentence = '', ...details] = lineOf(cause);
    return [paint(MARKS.inconclusive.style, sentence), ...details].join('\n');
  });
  const rest = causes.slice(SHOWN);
  const cells = rest.reduce((sum, each) => sum + each.cells.length, 0);
  if (rest.length > 0) {
    blocks.push(`… and ${counted(rest.length, 'more cause')} of ${counted(cells, 'cell')}`);
  }
  return blocks.join('\n');
};

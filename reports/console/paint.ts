import { stripVTControlCharacters, styleText } from 'node:util';
import type { Verdict } from '../../oracles/finding.ts';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { isJudged } from '../../spec/requirement.ts';
import type { RunRecord } from '../../store/run-record.ts';

/** Text style on the console. */
export type Style = 'bold' | 'dim' | 'gray' | 'green' | 'magenta' | 'red' | 'yellow';

/** Applies a style to a text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

/** True if output to this stream should be coloured, by Node's rules for NO_COLOR, FORCE_COLOR, TERM and terminals. */
export const wantsColour = (stream: NodeJS.WriteStream): boolean => {
  const painted = styleText('red', 'x', { stream });
  return painted !== stripVTControlCharacters(painted);
};

/** Paints if `colour` is true; the caller decides. */
export const painter =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

/** Sign and colour of each verdict, the same in all output. */
export const MARKS: Readonly<Record<Verdict, { sign: string; style: Style }>> = {
  'not-applicable': { sign: '–', style: 'gray' },
  observed: { sign: '○', style: 'gray' },
  pass: { sign: '✓', style: 'green' },
  inconclusive: { sign: '?', style: 'yellow' },
  waived: { sign: '~', style: 'yellow' },
  fail: { sign: '✗', style: 'red' },
  error: { sign: '!', style: 'magenta' },
};

/** Words for verdicts as people read them. */
export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  'not-applicable': 'not applicable',
  observed: 'observed',
  pass: 'passed',
  inconclusive: 'not judged',
  waived: 'waived',
  fail: 'failed',
  error: 'harness at fault',
};

/** Parts of a record that determine the name of its verdict. */
export type VerdictSource = Pick<RunRecord, 'exitCode' | 'selection' | 'totals' | 'waivers'>;

/** Outcomes by exit code. */
const OUTCOMES = [
  { name: 'conformant', style: 'green' },
  { name: 'non-conformant', style: 'red' },
  { name: 'error of usage or configuration', style: 'red' },
  { name: 'incomplete', style: 'yellow' },
  { name: 'harness at fault', style: 'magenta' },
  { name: 'conformant', rest: ', but a waiver is stale or expired', style: 'yellow' },
] as const;

/** Number of cells in the catalogue. */
const ALL_CELLS = [...CATALOGUE.values()]
  .filter(isJudged)
  .reduce((sum, { operations }) => sum + operations.length, 0);

/** Patterns of a selection that are printed; --only-failed may select hundreds. */
const MOST_NAMED = 5;

const option = (name: string, patterns: readonly string[] | null): readonly string[] => {
  if (patterns === null) return [];
  const more = patterns.length - MOST_NAMED;
  const named = patterns.slice(0, MOST_NAMED).join(',');
  return [`--${name} ${named}${more > 0 ? ` and ${more} more` : ''}`];
};

/** Selected part of a run, such as `8 of 2,527 cells (--requirement AUTH-01)`; undefined for a complete run. */
export const selectedPart = ({
  selection: { requirements, operations, cells },
  totals,
}: Pick<RunRecord, 'selection' | 'totals'>): string | undefined => {
  if (requirements === null && operations === null) return undefined;
  const options = cells
    ? ['--only-failed']
    : [...option('requirement', requirements), ...option('operation', operations)];
  const counts = [totals.cells, ALL_CELLS].map((count) => count.toLocaleString('en'));
  return `${counts.join(' of ')} cells (${options.join(' ')})`;
};

const usedWaivers = ({ waivers }: VerdictSource): number =>
  waivers.filter(({ state }) => state === 'used').length;

const waivedPart = (used: number): string =>
  used === 0 ? '' : ` with ${used} ${used === 1 ? 'waiver' : 'waivers'}`;

/**
 * Verdict of a run, such as `non-conformant`. A green one names its limits: `conformant with 3 waivers`, `conformant
 * for 8 of 2,527 cells (--requirement AUTH-01)`; one with waivers is not green. Throws for an unknown exit code.
 */
export const verdictWord = (
  record: VerdictSource,
): { readonly name: string; readonly style: (typeof OUTCOMES)[number]['style'] } => {
  const outcome = OUTCOMES[record.exitCode];
  if (!outcome)
    throw new Error(`expected an exit code from 0 to 5, got ${String(record.exitCode)}`);
  const { name, style } = outcome;
  if (name !== 'conformant') return { name, style };
  const part = selectedPart(record);
  const selected = part === undefined ? '' : ` for ${part}`;
  const rest = 'rest' in outcome ? outcome.rest : '';
  const used = usedWaivers(record);
  return {
    name: `${name}${waivedPart(used)}${selected}${rest}`,
    style: used === 0 ? style : 'yellow',
  };
};

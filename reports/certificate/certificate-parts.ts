import { LINE_TITLES } from '../../spec/line.ts';
import { bullets, element, type Part, shown } from '../page/element.ts';
import type { LineResult } from '../../store/certificate/line-results.ts';
import type { Predicate } from '../../store/certificate/predicate.ts';

/** Open points by subject, with reason and lines; those that a certificate requires come first. */
export const notJudgedTexts = ({ lines }: Pick<Predicate, 'lines'>): readonly string[] => {
  const all = lines.flatMap(({ line, notJudged }) => notJudged.map((each) => ({ ...each, line })));
  const groups = [...Map.groupBy(all, ({ subject, why }) => `${subject}: ${why}`)];
  return groups
    .map(([what, group]) => ({
      isNeeded: group.some(({ isNeeded }) => isNeeded),
      text: `${what} (${group.map(({ line, cells }) => `${LINE_TITLES[line].toLowerCase()}, ${cells} ${cells === 1 ? 'cell' : 'cells'}`).join('; ')})`,
    }))
    .sort((a, b) => Number(b.isNeeded) - Number(a.isNeeded))
    .map(({ text }) => text);
};

/** Rows of a list that fit on the sheet beside everything else. */
const MOST_REASONS = 8;
const MOST_WAIVERS = 4;
const MOST_DECISIONS = 14;
const FEWEST_DECISIONS = 4;
/** Characters of a text written by a service or a person. */
const LONGEST = 90;

const KINDS: Readonly<Record<LineResult['result'], string>> = {
  conformant: 'good',
  'not conformant': 'bad',
  'not complete': 'open',
  'not wholly judged': 'open',
  'not claimed': 'none',
};

const COUNTED = ['Cells', 'Passed', 'Observed', 'Failed', 'Open', 'Waived', 'Not applicable'];

const count = (many: number): string => many.toLocaleString('en-GB');

const lineRow = ({ line, result, cells, verdicts }: LineResult): Part => {
  const open = verdicts.inconclusive + verdicts.error;
  const { pass, observed, fail, waived } = verdicts;
  const numbers = [cells, pass, observed, fail, open, waived, verdicts['not-applicable']];
  return element(
    'tr',
    element('th', { scope: 'row' }, LINE_TITLES[line]),
    element('td', { class: KINDS[result] }, result),
    numbers.map((each, at) => {
      const attributes = { class: 'number', 'data-label': COUNTED[at] };
      return element('td', attributes, cells === 0 ? '–' : count(each));
    }),
  );
};

/** Results of every line. */
export const lineTable = ({ lines }: Predicate): Part =>
  element(
    'table',
    element(
      'thead',
      element(
        'tr',
        ...['Line', 'Result'].map((head) => element('th', { scope: 'col' }, head)),
        ...COUNTED.map((head) => element('th', { scope: 'col', class: 'number' }, head)),
      ),
    ),
    element('tbody', lines.map(lineRow)),
  );

const listed = (rows: readonly string[], most: number, name: string): Part => {
  const more = rows.length - most;
  const last = more > 0 ? [`and ${count(more)} more ${name} in certificate.json`] : [];
  const shownRows = rows.slice(0, most).map((row) => shown(row, LONGEST));
  return bullets([...shownRows, ...last], { class: 'many' });
};

/** Reasons why this is no certificate; undefined if it is one. */
export const reasonPart = ({ whyNoCertificate }: Predicate): Part | undefined =>
  whyNoCertificate.length === 0
    ? undefined
    : element(
        'section',
        { class: 'why' },
        element('h2', 'This is not a certificate'),
        bullets(whyNoCertificate.slice(0, MOST_REASONS).map((why) => shown(why, LONGEST))),
      );

/** Requirements that the target kept from being judged; undefined if there are none. */
export const notJudgedPart = (predicate: Predicate): Part | undefined => {
  const rows = notJudgedTexts(predicate);
  if (rows.length === 0) return undefined;
  return element('section', element('h2', 'Not judged'), listed(rows, MOST_WAIVERS, 'subjects'));
};

/** Waivers, with their owners. */
export const waiverPart = ({ waivers }: Predicate): Part =>
  element(
    'section',
    element('h2', `Waivers: ${waivers.length === 0 ? 'none' : count(waivers.length)}`),
    waivers.length === 0
      ? undefined
      : listed(
          waivers.map(
            ({ requirement, reason, owner, expires, state }) =>
              `${requirement}, until ${expires} (${state}): ${reason}; ${owner}`,
          ),
          MOST_WAIVERS,
          'waivers',
        ),
  );

/** Decisions of the service that the specification leaves open. */
export const decisionPart = ({ observed, waivers, whyNoCertificate }: Predicate): Part => {
  const taken = whyNoCertificate.length + 2 * waivers.length;
  const most = Math.max(FEWEST_DECISIONS, MOST_DECISIONS - taken);
  return element(
    'section',
    element('h2', `Observed decisions, not judged: ${count(observed.length)}`),
    listed(
      observed.map(({ question, outcome, where }) => `${question} ${outcome} (${where})`),
      most,
      'decisions',
    ),
  );
};

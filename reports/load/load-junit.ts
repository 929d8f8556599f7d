import { inlineText } from '../../store/printable.ts';
import { xmlElement, xmlText } from '../xml.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';

type Part = 'failure' | 'error' | 'skipped';

interface LoadCase {
  readonly name: string;
  /** Default: the test case passed. */
  readonly part?: Part | undefined;
  readonly message?: string;
}

/** Characters of a text, which may quote a service. */
const WIDEST = 4000;

const limitCases = ({ thresholds, verdict }: LoadRecord): readonly LoadCase[] =>
  thresholds.map(({ what, expression, ok, actual, open }) => {
    const name = `${what}: ${expression}`;
    if (ok) return { name };
    // Only a valid measurement can be the service's fault.
    const part = open === undefined && verdict === 'FAIL' ? 'failure' : 'error';
    const message = open?.text ?? `expected ${expression}, got ${actual ?? 'nothing'}`;
    return { name, part, message };
  });

const answerCases = ({ wrong, lines }: LoadRecord): readonly LoadCase[] => [
  ...wrong.map(({ requirement, operation, count, wanted, got }): LoadCase => ({
    name: `${requirement} on ${operation}`,
    part: count > 1 ? 'failure' : 'error',
    message: `expected ${wanted}, got ${got}; ${count === 1 ? 'seen only once' : `${count} times or more`}`,
  })),
  ...lines
    .filter(({ line }) => !wrong.some(({ operation }) => operation.startsWith(`${line}.`)))
    .map(({ line, judged }): LoadCase => {
      const name = `${line}: correct under load`;
      return judged > 0 ? { name } : { name, part: 'skipped', message: 'no answer was judged' };
    }),
];

/** Test cases of each build and each measured ratio. */
const againstCases = ({ against, reasons, verdict }: LoadRecord): readonly LoadCase[] => {
  if (against === undefined) return [];
  const builds = (['baseline', 'candidate'] as const).map((side): LoadCase => {
    const name = `${side} alone`;
    const own = against.verdict[side];
    if (own === 'PASS') return { name };
    const sideReasons = reasons.filter((reason) => reason.startsWith(`${side}: `));
    const part = own === 'FAIL' ? 'failure' : 'error';
    return { name, part, message: [own, ...sideReasons].join('\n') };
  });
  const ratios = against.ratios.map((ratio): LoadCase => {
    const name = `${ratio.line}, p${ratio.percentile}: no slower than the baseline`;
    const message = `${ratio.sentence}: ${ratio.said}`;
    if (ratio.verdict === 'undecided') return { name, part: 'error', message };
    if (ratio.verdict !== 'slower') return { name };
    return { name, part: verdict === 'FAIL' ? 'failure' : 'error', message };
  });
  return [...builds, ...ratios];
};

const validityCases = ({ validity }: LoadRecord): readonly LoadCase[] =>
  validity.map(({ name, ok, shown, wanted }) =>
    ok ? { name } : { name, part: 'error', message: `${shown} (${wanted})` },
  );

/** Reasons that no limit, ratio, wrong answer or rule covers; one test case each. */
const doubtCases = (record: LoadRecord): readonly LoadCase[] => {
  const { reasons, thresholds, wrong, validity, against } = record;
  const isCovered = (reason: string): boolean =>
    thresholds.some(({ what, open }) => reason.startsWith(what) || reason === open?.text) ||
    validity.some(({ name }) => reason.startsWith(`${name}:`)) ||
    (against !== undefined && /^(baseline|candidate): /.test(reason)) ||
    against?.ratios.some(({ sentence }) => reason.startsWith(sentence)) === true ||
    wrong.some(
      ({ requirement, operation }) => reason.includes(requirement) && reason.includes(operation),
    );
  return reasons
    .filter((reason) => !isCovered(reason))
    .map((reason) => ({ name: reason, part: 'error', message: reason }));
};

const verdictCases = ({ verdict, reasons, exitCode }: LoadRecord): readonly LoadCase[] => {
  const name = 'verdict';
  if (exitCode === 0) return [{ name }];
  const part = exitCode === 1 ? 'failure' : 'error';
  return [{ name, part, message: [verdict, ...reasons].join('\n') }];
};

const SUITES: readonly (readonly [string, (record: LoadRecord) => readonly LoadCase[]])[] = [
  ['Verdict', verdictCases],
  ['Limits', limitCases],
  ['Against', againstCases],
  ['Correctness', answerCases],
  ['Validity', validityCases],
  ['Doubts', doubtCases],
];

const countsOf = (cases: readonly LoadCase[]) => {
  const count = (wanted: Part) => cases.filter(({ part }) => part === wanted).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
};

const caseOf = (suite: string, { name, part, message = '' }: LoadCase, verdict: string): string => {
  const attributes = { classname: `load.${suite.toLowerCase()}`, name: inlineText(name, WIDEST) };
  if (part === undefined) return xmlElement('testcase', attributes);
  const type = part === 'skipped' ? {} : { type: verdict };
  const about = { message: inlineText(message, WIDEST), ...type };
  return xmlElement('testcase', attributes, xmlElement(part, about, xmlText(message)));
};

/**
 * Renders a load run as JUnit XML: test cases for the verdict, each limit, each build and ratio of `--against`, each
 * kind of wrong answer, each validity rule and each doubt. Faults of the service are failures; an INVALID or
 * INCONCLUSIVE run, or a fault of the harness, is an error.
 */
export const renderLoadJunit = (record: LoadRecord): string => {
  const suites = SUITES.map(([name, casesOf]) => {
    // In a passed run, problems did not affect the result.
    const cases = casesOf(record).map((each): LoadCase =>
      record.verdict === 'PASS' && each.part ? { ...each, part: 'skipped' } : each,
    );
    return { name, cases };
  }).filter(({ cases }) => cases.length > 0);
  const texts = suites.map(({ name, cases }) => {
    const seed = xmlElement('property', { name: 'seed', value: record.seed });
    const content = [
      xmlElement('properties', {}, seed),
      ...cases.map((each) => caseOf(name, each, record.verdict)),
    ];
    const attributes = { name, ...countsOf(cases), timestamp: record.startedAt };
    return xmlElement('testsuite', attributes, `\n${content.join('\n')}\n`);
  });
  const all = {
    name: `assay load, ${record.profile.name}`,
    ...countsOf(suites.flatMap(({ cases }) => cases)),
    time: ((Date.parse(record.endedAt) - Date.parse(record.startedAt)) / 1000).toFixed(3),
  };
  const root = xmlElement('testsuites', all, `\n${texts.join('\n')}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
};

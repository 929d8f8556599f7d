import { median } from './figures.ts';
import type { SampledFault } from './sampled-faults.ts';
import type { Trial } from './try-service.ts';

/** One fault, and what each tool made of the service that has it. */
export interface TriedFault {
  readonly fault: SampledFault;
  readonly trials: readonly Trial[];
}

/** What each tool made of one correct service. */
export interface TriedCorrect {
  readonly dialect: string;
  readonly line: string;
  readonly trials: readonly Trial[];
}

/** The tools in the order of their trials, and how often more faults the first has to find than the second. */
export const TOOLS = ['assay gate', 'Schemathesis'] as const;
const WANTED = 1.7;
const SOWN_INTO = 'plain';

type Caught = (tried: TriedFault) => boolean;

/** Whether a tool says of a faulty service what it does not say of the same service without the fault, on this line. */
const caughtBy =
  (at: number, correct: readonly TriedCorrect[]): Caught =>
  ({ fault, trials }) => {
    const known = correct
      .filter(({ dialect, line }) => dialect === SOWN_INTO && line === fault.line)
      .flatMap(({ trials: own }) => [...(own[at]?.reports ?? [])]);
    return (trials[at]?.reports ?? new Set<string>()).difference(new Set(known)).size > 0;
  };

const isAlarm = (trial: Trial | undefined): boolean =>
  (trial?.reports.size ?? 0) > 0 || trial?.trouble !== undefined;

const areaRow = (area: string, of: readonly TriedFault[], caught: readonly Caught[]): string[] => {
  const counts = caught.map((by, at) => `${TOOLS[at]} ${of.filter(by).length}`);
  return [`${of.length} of ${area}`, counts.join(', '), '', '', ''];
};

/** The table of the part, and whether what is wanted was reached. */
export const scoreOf = (
  tried: readonly TriedFault[],
  correct: readonly TriedCorrect[],
): { readonly rows: readonly string[][]; readonly ok: boolean } => {
  const caught = TOOLS.map((_, at) => caughtBy(at, correct));
  const totals = caught.map((by) => tried.filter(by).length);
  const alarms = TOOLS.map((_, at) => correct.filter(({ trials }) => isAlarm(trials[at])).length);
  const tools = TOOLS.map((tool, at) => {
    const ended = tried.flatMap(({ trials }) => {
      const trial = trials[at];
      return trial && trial.trouble === undefined ? [trial] : [];
    });
    const lost = tried.length - ended.length;
    return [
      tool,
      `${totals[at]} of ${tried.length}${lost === 0 ? '' : `, ${lost} came to no end`}`,
      `${alarms[at]} of ${correct.length}`,
      `${median(ended.map(({ wall }) => wall)).toFixed(1)} s`,
      String(median(ended.map(({ requests }) => requests))),
    ];
  });
  const [ours = 0, theirs = 0] = totals;
  const ratio = ours / Math.max(theirs, 1);
  const areas = [...Map.groupBy(tried, ({ fault }) => fault.area)];
  return {
    rows: [
      ...tools,
      ['ratio', `${ratio.toFixed(2)}, at least ${WANTED} wanted`, '', '', ''],
      ...areas.map(([area, of]) => areaRow(area, of, caught)),
    ],
    ok: ratio >= WANTED && alarms[0] === 0,
  };
};

import { processEnvironment } from '../../client/target.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { findSchemathesis, SCHEMATHESIS } from '../witness/ask-schemathesis.ts';
import { type Measured, median } from './part.ts';
import {
  assayGate,
  schemathesisOf,
  type Tool,
  type Trial,
  tryService,
  type TrialSubject,
} from './try-service.ts';
import { faultCandidates } from '../../exam/candidate.ts';
import { AREAS, areaOf } from '../../exam/select-faults.ts';
import { dialectOf } from '../../reference/dialects.ts';
import type { Fault } from '../../reference/faults/injection/fault.ts';
import { FAULTS } from '../../reference/faults.ts';

/** One fault, and the results of each tool against the service with it. */
export interface FaultTrial {
  readonly fault: SampledFault;
  readonly trials: readonly Trial[];
}

/** Results of each tool against one correct service. */
export interface CorrectTrial {
  readonly dialect: string;
  readonly line: string;
  readonly trials: readonly Trial[];
}

/** Tools in the order of their trials, and the required ratio of detected faults. */
const TOOLS = ['assay gate', 'Schemathesis'] as const;
const WANTED = 1.7;
const INJECTED_INTO = 'plain';

type Caught = (tried: FaultTrial) => boolean;

/** Tests if a tool reports something about a faulty service that it does not report without the fault, on this line. */
const caughtBy =
  (at: number, correct: readonly CorrectTrial[]): Caught =>
  ({ fault, trials }) => {
    const known = correct
      .filter(({ dialect, line }) => dialect === INJECTED_INTO && line === fault.line)
      .flatMap(({ trials: own }) => [...(own[at]?.reports ?? [])]);
    return (trials[at]?.reports ?? new Set<string>()).difference(new Set(known)).size > 0;
  };

const isAlarm = (trial: Trial | undefined): boolean =>
  (trial?.reports.size ?? 0) > 0 || trial?.trouble !== undefined;

const areaRow = (area: string, of: readonly FaultTrial[], caught: readonly Caught[]): string[] => {
  const counts = caught.map((by, at) => `${TOOLS[at]} ${of.filter(by).length}`);
  return [`${of.length} of ${area}`, counts.join(', '), '', '', ''];
};

/** Table of the part, and if the required ratio was reached. */
export const scoreOf = (
  tried: readonly FaultTrial[],
  correct: readonly CorrectTrial[],
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
      ['ratio', `${ratio.toFixed(2)}, at least ${WANTED} required`, '', '', ''],
      ...areas.map(([area, of]) => areaRow(area, of, caught)),
    ],
    ok: ratio >= WANTED && alarms[0] === 0,
  };
};

/** A fault, and the line of business that both tools test. */
export interface SampledFault {
  readonly id: string;
  readonly area: string;
  readonly line: Line;
}

const GOLDEN = 0.618_033_988_75;

/** Samples this many items, spread evenly; the seed shifts the start. */
export const spread = <Item>(items: readonly Item[], size: number, seed: number): Item[] => {
  const phase = (seed * GOLDEN) % 1;
  const count = Math.min(size, items.length);
  return Array.from({ length: count }, (_, at) =>
    items.slice(Math.floor(((at + phase) * items.length) / count)).slice(0, 1),
  ).flat();
};

const isShown = ({ home, shownBy = () => true }: Fault): boolean =>
  home === undefined && shownBy(dialectOf('plain').choices);

/** Deterministic sample of faults: equally many per area, each on one of its lines. */
export const sampledFaults = (ofEachArea: number, seed: number): readonly SampledFault[] => {
  const shown = Map.groupBy(FAULTS.filter(isShown), areaOf);
  return AREAS.flatMap((area) => {
    const chosen = spread(shown.get(area) ?? [], ofEachArea, seed);
    return faultCandidates(chosen, seed).flatMap(({ id, lines }, at) =>
      lines
        .slice(at % lines.length)
        .slice(0, 1)
        .map((line) => ({ id, area, line })),
    );
  });
};

const SEED = 1;
/** Faults per area; there are nine. */
const OF_EACH_AREA = 7;
const QUICKLY = 6;

/** Correct services with bearer tokens: the plain one on all lines, others on one line each. */
const CORRECT: readonly { readonly dialect: string; readonly line: Line }[] = [
  ...LINES.map((line) => ({ dialect: 'plain', line })),
  { dialect: 'strict', line: 'jobloss' },
  { dialect: 'lenient', line: 'travel' },
  { dialect: 'ornate', line: 'landlord' },
  { dialect: 'strict', line: 'gap' },
];

type Log = (text: string) => void;

const trialText = ({ reports, wall, trouble }: Trial, at: number): string =>
  `${TOOLS[at]} ${trouble ?? `${reports.size} in ${wall.toFixed(0)} s`}`;

/** Runs one tool after the other, each against a fresh service. */
const tryWithEach = async (
  tools: readonly Tool[],
  tried: TrialSubject,
  say: Log,
): Promise<Trial[]> => {
  const trials: Trial[] = [];
  for (const tool of tools) trials.push(await tryService(tool, tried));
  const name = tried.faults?.join() ?? tried.dialect;
  say(`  ${tried.line} ${name}: ${trials.map(trialText).join(', ')}`);
  return trials;
};

const compare = async (program: string, quick: boolean, say: Log): Promise<Measured> => {
  const tools = [assayGate, schemathesisOf(program)];
  const all = sampledFaults(quick ? 1 : OF_EACH_AREA, SEED);
  const faults = quick ? all.slice(0, QUICKLY) : all;
  const lines = new Set(faults.map(({ line }) => line));
  const services = CORRECT.filter(({ line, dialect }) =>
    quick ? lines.has(line) && dialect === 'plain' : true,
  );
  const correct: CorrectTrial[] = [];
  for (const each of services)
    correct.push({ ...each, trials: await tryWithEach(tools, each, say) });
  const tried: FaultTrial[] = [];
  for (const fault of faults) {
    const { id, line } = fault;
    tried.push({ fault, trials: await tryWithEach(tools, { faults: [id], line }, say) });
  }
  const { rows, ok } = scoreOf(tried, correct);
  const versions = [`Schemathesis ${SCHEMATHESIS}`];
  const measured = { rows, versions, rounds: 'each service once' };
  return ok ? measured : { ...measured, failed: true };
};

/**
 * Compares Assay and Schemathesis on the same sampled faults and correct services. Throws UsageError if Schemathesis
 * is not available.
 */
export const benchFaults = async (quick: boolean, say: Log): Promise<Measured> =>
  compare(await findSchemathesis(processEnvironment()), quick, say);

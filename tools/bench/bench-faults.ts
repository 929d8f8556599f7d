import { processEnvironment } from '../../client/target.ts';
import { type Line, LINES } from '../../spec/line.ts';
import { findSchemathesis, SCHEMATHESIS } from '../witness/find-schemathesis.ts';
import { scoreOf, TOOLS, type TriedCorrect, type TriedFault } from './fault-score.ts';
import type { Measured } from './part.ts';
import { sampledFaults } from './sampled-faults.ts';
import {
  assayGate,
  schemathesisOf,
  type Tool,
  type Trial,
  tryService,
  type Tried,
} from './try-service.ts';

const SEED = 1;
/** Faults of each of the nine areas. */
const OF_EACH_AREA = 7;
const QUICKLY = 6;

/** Correct services that call with a bearer token: the plain one on all lines, and others on one line each. */
const CORRECT: readonly { readonly dialect: string; readonly line: Line }[] = [
  ...LINES.map((line) => ({ dialect: 'plain', line })),
  { dialect: 'strict', line: 'jobloss' },
  { dialect: 'lenient', line: 'travel' },
  { dialect: 'ornate', line: 'landlord' },
  { dialect: 'strict', line: 'gap' },
];

type Say = (text: string) => void;

const toldOf = ({ reports, wall, trouble }: Trial, at: number): string =>
  `${TOOLS[at]} ${trouble ?? `${reports.size} in ${wall.toFixed(0)} s`}`;

/** One tool after the other; each service is fresh. */
const tryWithEach = async (tools: readonly Tool[], tried: Tried, say: Say): Promise<Trial[]> => {
  const trials: Trial[] = [];
  for (const tool of tools) trials.push(await tryService(tool, tried));
  const name = tried.faults?.join() ?? tried.dialect;
  say(`  ${tried.line} ${name}: ${trials.map(toldOf).join(', ')}`);
  return trials;
};

const compare = async (program: string, quick: boolean, say: Say): Promise<Measured> => {
  const tools = [assayGate, schemathesisOf(program)];
  const all = sampledFaults(quick ? 1 : OF_EACH_AREA, SEED);
  const faults = quick ? all.slice(0, QUICKLY) : all;
  const lines = new Set(faults.map(({ line }) => line));
  const services = CORRECT.filter(({ line, dialect }) =>
    quick ? lines.has(line) && dialect === 'plain' : true,
  );
  const correct: TriedCorrect[] = [];
  for (const each of services)
    correct.push({ ...each, trials: await tryWithEach(tools, each, say) });
  const tried: TriedFault[] = [];
  for (const fault of faults) {
    const { id, line } = fault;
    tried.push({ fault, trials: await tryWithEach(tools, { faults: [id], line }, say) });
  }
  const { rows, ok } = scoreOf(tried, correct);
  const versions = [`Schemathesis ${SCHEMATHESIS}`];
  const measured = { rows, versions, rounds: 'each service once' };
  return ok ? measured : { ...measured, failed: true };
};

/** Assay and Schemathesis on the same sampled faults and correct services. Throws UsageError where Schemathesis cannot be had. */
export const benchFaults = async (quick: boolean, say: Say): Promise<Measured> =>
  compare(await findSchemathesis(processEnvironment()), quick, say);

import { isStale } from '../../oracles/waive.ts';
import { withholdingReasons } from './line-results.ts';
import type { Predicate } from './predicate.ts';
import type { CellVerdict } from '../../oracles/finding.ts';

/** Maximum number of cells named in a reason. */
const MAX_CELLS = 3;

/** Cells with another verdict for another client. */
export const clientDependent = (verdicts: readonly CellVerdict[]): string[] =>
  verdicts.filter(({ reason }) => reason === 'profile-dependent').map(({ cell }) => cell);

/** Reasons against a certificate if the service answers differently depending on the client, on any line. */
const clientReasons = (cells: readonly string[]): readonly string[] => {
  if (cells.length === 0) return [];
  const what = cells.length === 1 ? '1 cell depends' : `${cells.length} cells depend`;
  const more = cells.length > MAX_CELLS ? ' and more' : '';
  return [`${what} on the client: ${cells.slice(0, MAX_CELLS).join(', ')}${more}`];
};

/** Minimum policy for a certificate. */
export interface MinimumPolicy {
  readonly command: string;
  /** Drafts per line. */
  readonly runs: number;
}

type Granted = Pick<
  Predicate,
  | 'lines'
  | 'service'
  | 'startedAt'
  | 'plan'
  | 'stopped'
  | 'exitCode'
  | 'insecure'
  | 'environment'
  | 'clientDependent'
  | 'waivers'
  | 'signer'
>;

/** Maximum number of selected names that are printed; --only-failed may select hundreds, and the plan lists them all. */
const MAX_NAMES = 5;

const someOf = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const policyReasons = ({ plan }: Granted, least: MinimumPolicy): readonly string[] => {
  const { command, requirements, operations, thorough, runs, lines } = plan;
  const fewest = Math.min(...lines.map((line) => runs[line] ?? 0));
  const only = [...(requirements ?? []), ...(operations ?? [])];
  return [
    ...(command === least.command
      ? []
      : [`assay ${command} judges less than assay ${least.command}`]),
    ...(requirements === null && operations === null
      ? []
      : [`the run selected only: ${someOf(only)}`]),
    ...(thorough && fewest >= least.runs
      ? []
      : [`the policy was lowered: ${fewest} drafts per line instead of ${least.runs}`]),
  ];
};

/** Reasons why no line is granted a certificate; empty if one is conformant. */
const lineReasons = (known: Granted): readonly string[] => {
  const { lines } = known;
  if (lines.some(({ result }) => result === 'conformant')) return [];
  const withheld = lines.filter(({ result }) => result === 'not wholly judged');
  if (withheld.length === 0) return ['no line is conformant'];
  return [...new Set(withheld.flatMap((line) => withholdingReasons(line, known)))];
};

/** Reasons why a run yields no certificate of a service; empty if it does. */
export const certificateBlockers = (known: Granted, least: MinimumPolicy): readonly string[] => {
  const { service, plan, stopped, exitCode, insecure, environment, waivers, signer } = known;
  const stale = waivers.filter(({ state }) => isStale(state));
  return [
    ...lineReasons(known),
    ...(service.embedded ? ['the service is the reference service of Assay'] : []),
    ...policyReasons(known, least),
    ...(stopped === null ? [] : [`the run did not finish: ${stopped}`]),
    ...(exitCode === 4 ? ['Assay itself was at fault'] : []),
    ...(plan.clock === undefined ? [] : ['the run had a set date (--clock)']),
    ...(insecure ? ['the run did not verify the TLS certificate (--insecure)'] : []),
    ...environment.map((name) => `the run may have loaded code other than Assay: ${name} was set`),
    ...clientReasons(known.clientDependent),
    ...stale.map(({ requirement, state }) => `the waiver of ${requirement} is ${state}`),
    ...(signer === null ? ['not signed: the run had no key'] : []),
  ];
};

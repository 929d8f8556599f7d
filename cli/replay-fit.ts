import { shellWord } from '../client/shell-word.ts';
import { requirementOf, type RequirementId } from '../spec/catalogue.ts';
import { matchesGlob } from '../spec/glob.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import type { ReplayedRun, RunStarted } from './replay-source.ts';

/** What to replay, and from which run. */
export interface Wanted {
  /** As the caller wrote them: an id or a pattern. */
  readonly named: string;
  readonly requirements: readonly RequirementId[];
  /** Left out: of any seed. */
  readonly seed?: number;
  /** The small case of a failure. Left out: all that was sent for the requirements. */
  readonly path?: string;
}

/** Where to look for runs, and which version of Assay looks. */
export interface Place {
  /** The folder of the runs, absolute. */
  readonly out: string;
  readonly version: string;
}

/** The run that is replayed, and why it is this one; empty where the caller named it. */
export interface Choice {
  readonly run: ReplayedRun;
  readonly why: string;
}

/** The flags that lead to the service of a run. */
const flagsOf = ({ embedded, targetFile, target }: RunStarted): readonly string[] => {
  if (embedded) {
    const { dialect, faults } = embedded;
    return [
      ...(dialect === null ? [] : [`--dialect ${shellWord([dialect])}`]),
      ...(faults.length === 0 ? [] : [`--fault ${shellWord([faults.join(',')])}`]),
    ];
  }
  const insecure = target['insecure'] === true ? ['--insecure'] : [];
  if (targetFile !== null) return [`--target ${shellWord([targetFile])}`, ...insecure];
  const address = target['base_url'];
  return typeof address === 'string'
    ? [`--base-url ${shellWord([address])}`, ...insecure]
    : insecure;
};

/** The command that judges anew what cannot be replayed, where a run is known on the service of that run. */
export const gateInstead = (
  { named, seed }: Pick<Wanted, 'named' | 'seed'>,
  start?: RunStarted,
): string =>
  [
    'assay gate',
    ...(start ? flagsOf(start) : []),
    `--requirement ${shellWord([named])}`,
    ...(seed === undefined ? [] : [`--seed ${seed}`]),
  ].join(' ');

const selects = (patterns: readonly string[] | null, id: string): boolean =>
  patterns === null || patterns.some((pattern) => matchesGlob(pattern, id));

/** The operations on which a run was to judge a requirement, as far as its lines and its selection tell. */
const operationsIn = (
  { lines, selection }: RunStarted,
  requirement: RequirementId,
): readonly OperationId[] =>
  selects(selection.requirements, requirement)
    ? requirementOf(requirement).operations.filter(
        (on) => lines.includes(operation(on).line) && selects(selection.operations, on),
      )
    : [];

/** Those of the requirements that a run was to judge. */
export const judgedBy = (
  start: RunStarted,
  requirements: readonly RequirementId[],
): readonly RequirementId[] => requirements.filter((id) => operationsIn(start, id).length > 0);

/** What a run was about: `lines gap, travel, limited to ID-01`. */
export const aboutRun = ({ lines, selection }: RunStarted): string => {
  const limits = [...(selection.requirements ?? []), ...(selection.operations ?? [])];
  const limited = limits.length === 0 ? '' : `, limited to ${limits.join(', ')}`;
  return `${lines.length === 1 ? 'the line' : 'the lines'} ${lines.join(', ')}${limited}`;
};

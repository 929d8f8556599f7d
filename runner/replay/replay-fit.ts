import { shellWord } from '../../client/shell-word.ts';
import { requirementOf, type RequirementId } from '../../spec/catalogue.ts';
import { matchesGlob } from '../../spec/glob.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { printable } from '../../store/printable.ts';
import type { ReplayedRun, RunStarted } from '../../store/replay-source.ts';
import type { CallersService } from './replay-subject.ts';

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

/** Where to look for runs, which version of Assay looks, and what service its caller names. */
export interface Place {
  /** The folder of the runs, absolute. */
  readonly out: string;
  readonly version: string;
  readonly caller: CallersService;
}

/** The run that is replayed, and why it is this one; empty where the caller named it. */
export interface Choice {
  readonly run: ReplayedRun;
  readonly why: string;
}

/** The flags that lead to a service like that of a run: only the caller knows where one of theirs is. */
const flagsOf = (
  { embedded }: RunStarted,
  { flags, address }: CallersService,
): readonly string[] => {
  if (flags.length > 0) return flags;
  if (!embedded) return address === undefined ? ['--target FILE'] : [];
  const { dialect, faults } = embedded;
  return [
    ...(dialect === null ? [] : [`--dialect ${shellWord([dialect])}`]),
    ...(faults.length === 0 ? [] : [`--fault ${shellWord([faults.join(',')])}`]),
  ];
};

/** The command that judges anew what cannot be replayed, where a run is known on a service like that of the run. */
export const gateInstead = (
  { named, seed }: Pick<Wanted, 'named' | 'seed'>,
  caller: CallersService,
  start?: RunStarted,
): string =>
  [
    'assay gate',
    ...(start ? flagsOf(start, caller) : caller.flags),
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
  const limited = limits.length === 0 ? '' : `, limited to ${printable(limits.join(', '))}`;
  return `${lines.length === 1 ? 'the line' : 'the lines'} ${lines.join(', ')}${limited}`;
};

import type { Exchange } from '../../spec/exchange.ts';
import { memoizedByObject } from '../../spec/memoized.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { CellVerdict } from '../finding.ts';

/** The exchanges of a run, to be found by what a verdict names. */
export interface Recorded {
  readonly byNumber: ReadonlyMap<number, Exchange>;
  /** The last exchange of each test. */
  readonly byTest: ReadonlyMap<string, Exchange>;
}

/** The exchanges of a run by number and by test; sorted once for all who look for the causes of a run. */
export const recorded = memoizedByObject((exchanges: readonly Exchange[]): Recorded => ({
  byNumber: new Map(exchanges.map((each) => [each.n, each])),
  byTest: new Map(exchanges.map((each) => [each.test, each])),
}));

/** The exchange that decided a cell: the last one that it names, else the last one of its test. */
export const decisiveOf = (
  { exchanges, test }: CellVerdict,
  { byNumber, byTest }: Recorded,
): Exchange | undefined => byNumber.get(exchanges.at(-1) ?? 0) ?? byTest.get(test ?? '');

/** The operation whose answer left a cell open; it may be an earlier step than the cell's own. */
export const blamedFor = (verdict: CellVerdict, all: Recorded): OperationId =>
  decisiveOf(verdict, all)?.operation ?? verdict.operation;

/** The operations that a cell was asked by, in the order of its exchanges. */
export const operationsOf = (
  { exchanges }: CellVerdict,
  { byNumber }: Recorded,
): readonly OperationId[] => exchanges.flatMap((n) => byNumber.get(n)?.operation ?? []);

/** Whether a cell stands open. */
export const isOpen = ({ verdict }: CellVerdict): boolean => verdict === 'inconclusive';

import type { Exchange } from '../../spec/exchange.ts';
import { type Line, LINE_TITLES } from '../../spec/line.ts';
import { type OperationId, operation } from '../../spec/operations.ts';
import type { OthersMay } from '../facts.ts';
import type { CellVerdict, Finding } from '../finding.ts';
import { memoizedByObject } from '../../spec/memoized.ts';

/** Parts of a target that can be a cause; a resolved target satisfies it. */
export interface TargetDeclarations {
  readonly base_url: string;
  readonly gap_base_url: string;
  readonly ids: Readonly<Record<Line, Readonly<Record<string, readonly string[]>>>>;
  readonly bodies: Readonly<Partial<Record<OperationId, unknown>>>;
  readonly termsToken: readonly string[];
  /** Places, or the amount of a contract if a price request shows none. */
  readonly gapPrice: readonly string[] | { readonly amount: number };
  readonly prices: Readonly<
    Record<
      Line,
      {
        readonly id: readonly string[];
        readonly amount?: readonly string[] | { readonly amount: number } | undefined;
      }
    >
  >;
  readonly paymentTerms: readonly string[];
  readonly vehicleCodes: readonly { readonly code: string }[];
  readonly whiteLabels: readonly string[];
  readonly insurers: readonly string[];
  readonly mailDomain: string;
  readonly decisions: {
    readonly checkpoints: Readonly<Record<string, 'write' | 'price' | 'contract'>>;
    readonly readBackDelay: number;
    readonly lastModified: boolean;
    readonly deleteCarriesBody: boolean;
    readonly paymentStatusExists: boolean;
    readonly landlordBirthdateRequired: boolean;
    readonly othersMay?: OthersMay | undefined;
    readonly downloadReady?: boolean | undefined;
    readonly contractNeedsPrice: Readonly<Partial<Record<Line, boolean>>>;
  };
  readonly features: { readonly landlordLeads: boolean };
  readonly limits: {
    readonly concurrency: number;
    readonly deadline: number;
    readonly retryBudget: number;
    readonly requestsPerSecond?: number | undefined;
  };
}

/** The parts of a run from which causes are derived. */
export interface Judged {
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly target: TargetDeclarations;
}

/** Cause of cells that were not judged: the service's answer, and the target key that may be wrong. */
export interface FirstCause {
  /** The answer and the required change, in one to three sentences. */
  readonly sentence: string;
  /** Present values of the named keys of the target. */
  readonly target?: string;
  /** Summary of the answer. */
  readonly answer?: string;
  /** Number of an exchange that proves it. */
  readonly exchange?: number;
  /** The operation with this answer; left out if there is no single one. */
  readonly operation?: OperationId;
  /** The service stopped answering, until the end of the run. */
  readonly isStop?: boolean;
  /** Cells that were not judged for this reason. */
  readonly cells: readonly string[];
}

/** A decision of the target that the run contradicts, or that it could declare more precisely. */
export interface DecisionNote {
  /** Such as `decisions.checkpoints.schema`. */
  readonly key: string;
  readonly sentence: string;
  /** True if a wrong value of the key alone may explain the failures. */
  readonly explainsFails: boolean;
}

/** Exchanges of a run, indexed by number and by test. */
export interface Recorded {
  readonly byNumber: ReadonlyMap<number, Exchange>;
  /** The last exchange of each test. */
  readonly byTest: ReadonlyMap<string, Exchange>;
}

/** Exchanges of a run by number and by test; indexed once for all searches for causes. */
export const recorded = memoizedByObject((exchanges: readonly Exchange[]): Recorded => ({
  byNumber: new Map(exchanges.map((each) => [each.n, each])),
  byTest: new Map(exchanges.map((each) => [each.test, each])),
}));

/** The exchange that decided a cell: the last one that it names, else the last one of its test. */
export const decisiveOf = (
  { exchanges, test }: CellVerdict,
  { byNumber, byTest }: Recorded,
): Exchange | undefined => byNumber.get(exchanges.at(-1) ?? 0) ?? byTest.get(test ?? '');

/** The operation with the answer that left a cell open; it may be an earlier step than the cell's own. */
export const blamedFor = (verdict: CellVerdict, all: Recorded): OperationId =>
  decisiveOf(verdict, all)?.operation ?? verdict.operation;

/** Operations of a cell's exchanges, in order. */
export const operationsOf = (
  { exchanges }: CellVerdict,
  { byNumber }: Recorded,
): readonly OperationId[] => exchanges.flatMap((n) => byNumber.get(n)?.operation ?? []);

/** True if a cell was not judged. */
export const isOpen = ({ verdict }: CellVerdict): boolean => verdict === 'inconclusive';

/** Name of an operation for people: `Motor gap Draft Create`. */
export const nameOf = (on: OperationId): string => {
  const { line, name } = operation(on);
  return `${LINE_TITLES[line]} ${name}`;
};

/** `a, b and c`. */
export const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

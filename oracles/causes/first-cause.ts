import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { OthersMay } from '../facts.ts';
import type { CellVerdict, Finding } from '../finding.ts';

/** What a target says where it can be the cause; a resolved target satisfies it. */
export interface TargetWords {
  readonly base_url: string;
  readonly gap_base_url: string;
  readonly ids: Readonly<Record<Line, Readonly<Record<string, readonly string[]>>>>;
  readonly bodies: Readonly<Partial<Record<OperationId, unknown>>>;
  readonly termsToken: readonly string[];
  /** Places, or the amount that a contract is asked for where a price request shows none. */
  readonly gapPrice: readonly string[] | { readonly amount: number };
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

/** A run as far as it says why something was not judged. */
export interface Judged {
  readonly verdicts: readonly CellVerdict[];
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly target: TargetWords;
}

/** Why cells are open: the service's answer, and the target key that may be wrong. */
export interface FirstCause {
  /** What came and what to change, in one to three sentences. */
  readonly sentence: string;
  /** What the target says now of the keys that are named. */
  readonly target?: string;
  /** What the answer held. */
  readonly answer?: string;
  /** Number of an exchange that shows it. */
  readonly exchange?: number;
  /** The operation whose answer it is; left out where it is no single one. */
  readonly operation?: OperationId;
  /** Nothing was answered any more, to the end of the run. */
  readonly isStop?: boolean;
  /** The cells that stand open for it. */
  readonly cells: readonly string[];
}

/** A decision of the target that the run contradicts, or that it could make sharper. */
export interface DecisionNote {
  /** Such as `decisions.checkpoints.schema`. */
  readonly key: string;
  readonly sentence: string;
  /** What failed may only say that the key is wrong. */
  readonly explainsFails: boolean;
}

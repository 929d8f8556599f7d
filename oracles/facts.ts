import type { RequirementId } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import type { OperationId } from '../spec/operations.ts';

/** Rights of a second identity to the owner's objects (D10). */
export type OthersMay = 'nothing' | 'read' | 'everything';

/** Facts of the target that oracles need; a resolved target satisfies it. */
export interface Facts {
  readonly identities: {
    readonly owner: { readonly auth: { readonly scheme: string } };
    readonly other?: unknown;
    readonly withoutRights?: unknown;
  };
  readonly decisions: {
    readonly lastModified: boolean;
    /** Left out: the birthdate of a landlord person is required (C8). */
    readonly landlordBirthdateRequired?: boolean | undefined;
    readonly purchaseMoment?: 'contract' | 'payment' | undefined;
    readonly downloadReady?: boolean | undefined;
    readonly paymentStatusExists: boolean;
    /** Maximum milliseconds after a write until reads show it (D3). */
    readonly readBackDelay: number;
    /** Left out: the empty object of a deletion arrives. */
    readonly deleteCarriesBody?: boolean | undefined;
    /** Undefined: not declared. */
    readonly othersMay?: OthersMay | undefined;
  };
  readonly features: { readonly landlordLeads: boolean };
  readonly sideEffects: {
    readonly leads: 'allow' | 'never';
    readonly contracts: 'allow' | 'never';
  };
  /** An object with an amount: price requests show none (P5). */
  readonly gapPrice?: unknown;
  /** Ids of existing white labels. One: the product has no other; empty: not declared. */
  readonly whiteLabels?: readonly string[];
}

/** The selected part of the catalogue's cells. */
export interface Scope {
  readonly lines: readonly Line[];
  /** Left out: all of them. */
  readonly requirements?: readonly RequirementId[];
  /** Left out: all of them. */
  readonly operations?: readonly OperationId[];
  /** Ids of single cells of these requirements and operations. Left out: all of them. */
  readonly cells?: readonly string[];
}

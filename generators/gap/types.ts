import type { GapDraft } from '../../spec/schemas/gap-draft.ts';

/** risk of a motor gap draft. */
export type Risk = NonNullable<GapDraft['risk']>;
/** risk.vehicle of a motor gap draft. */
export type Vehicle = NonNullable<Risk['vehicle']>;
/** risk.vehicle.identification of a motor gap draft. */
export type Identification = NonNullable<Vehicle['identification']>;
/** risk.vehicle.invoice of a motor gap draft. */
export type Invoice = NonNullable<Vehicle['invoice']>;
/** risk.cascoFactors of a motor gap draft. */
export type CascoFactors = NonNullable<Risk['cascoFactors']>;
/** A fraction; its denominator counts as 1 when absent (C4). */
export type Fraction = NonNullable<CascoFactors['depreciationRate']>;
/** An item of risk.drivers of a motor gap draft. */
export type Driver = NonNullable<Risk['drivers']>[number];
/** terms of a motor gap draft. */
export type Terms = NonNullable<GapDraft['terms']>;

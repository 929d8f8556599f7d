import type { JsonObject } from '../json.ts';
import type { OperationId } from '../../spec/operations.ts';

/** A body that the specification does not show: the accepted form, and the template for a target. */
export interface UnshownBody {
  readonly schema: JsonObject;
  /** Contains placeholders such as `{{token}}`. */
  readonly template: JsonObject;
}

/** Interpretation of request bodies. */
export interface RequestChoices {
  /** Bodies not shown that are not the obvious ones. */
  readonly bodies: Partial<Record<OperationId, UnshownBody>>;
  /** Treatment of fields that the tables do not name (V14). */
  readonly unknownFields: 'kept' | 'dropped' | 'refused';
  /** True if "true" is taken for true, "1325" for 1325 and 1000 for "1000" (V1). */
  readonly coercesTypes: boolean;
  /** True if blanks are trimmed, listed values and country codes taken in any case, VAT numbers with blanks (V1). */
  readonly normalises: boolean;
  /** Answer to `be`, `Be` and `bE`: that of `BE`, or a redirection there (W2). */
  readonly countrySpelling: 'any' | 'redirected';
  /** The white labels of the motor gap product; a draft is taken without one all the same. */
  readonly whiteLabels: readonly string[];
}

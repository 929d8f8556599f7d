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
  /** Bodies that the specification does not show, if they differ from the obvious ones. */
  readonly bodies: Partial<Record<OperationId, UnshownBody>>;
  /** Treatment of fields that the tables do not name (V14). */
  readonly unknownFields: 'kept' | 'dropped' | 'refused';
  /** True if values of other JSON types are coerced: "true" to true, "1325" to 1325, 1000 to "1000" (V1). */
  readonly coercesTypes: boolean;
  /**
   * True if blanks are trimmed, the case of listed values and country codes is ignored, and VAT
   * numbers may have blanks (V1).
   */
  readonly normalises: boolean;
  /** Answer to `be`, `Be` and `bE`: the same as for `BE`, or a redirection to it (W2). */
  readonly countrySpelling: 'any' | 'redirected';
  /** The white labels of the motor gap product; a draft without one is accepted, too. */
  readonly whiteLabels: readonly string[];
}

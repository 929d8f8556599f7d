import { requirementOf } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';

/** The requirement that another identity is kept from an operation on what the owner made (D10). */
export const foreignRequirement = (on: OperationId): 'AUTH-05' | 'AUTH-06' =>
  requirementOf('AUTH-05').operations.includes(on) ? 'AUTH-05' : 'AUTH-06';

import { CATALOGUE } from '../../../spec/catalogue.ts';
import {
  FIELD_BODY_NAMES,
  type FieldBody,
  bodyRows,
  operationsWithBody,
} from '../../../spec/requirements/field-bodies.ts';
import {
  type FieldFault,
  faultsOf,
  fieldRequirementId,
} from '../../../spec/requirements/field-faults.ts';
import { BODY_NAMES, type BodyRowFault, namesOf, only, whereOf } from './field-fault.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { ResourceRow } from '../../../spec/resource-rows.ts';
import type { Tables } from '../../tables.ts';
import type { Where } from './field-fault.ts';
import { brokenField, loosened } from './broken-field.ts';

/** A fault that a service does not mind. */
export interface UnenforcedFault extends BodyRowFault {
  readonly kind: FieldFault;
}

/** Rules that look at the to-contract payload, and at nothing else that a caller sent. */
const PAYLOAD_RULES = new Set(['payment-term', 'terms-token', 'amount-equals-price']);

/** What is overlooked in a field is overlooked by every rule of every later step: it never costs a refusal. */
const overlook = (
  tables: Tables,
  on: readonly OperationId[],
  isBroken: (body: unknown) => boolean,
): void => {
  const ofPayload = on.includes('gap.contract-create');
  tables.rules = tables.rules.map((rule) => {
    if (rule.at === 'lead' || PAYLOAD_RULES.has(rule.id) !== ofPayload) return rule;
    return {
      ...rule,
      check: (subject) => {
        const { body, payload, writtenBy } = subject;
        const overlooked = ofPayload ? isBroken(payload) : on.includes(writtenBy) && isBroken(body);
        return overlooked ? undefined : rule.check(subject);
      },
    };
  });
};

const unenforced = (
  body: FieldBody,
  row: ResourceRow,
  kind: FieldFault,
  { suffix, on }: Where,
): UnenforcedFault => {
  const requirement = fieldRequirementId(body, row, kind);
  return {
    id: `field-${BODY_NAMES[body]}-${row.name}-${kind}${suffix}`,
    breaks: { requirement, operation: on },
    what: `${namesOf(on)} does not see to it: ${CATALOGUE.get(requirement)?.statement ?? ''}`,
    body,
    row,
    kind,
    on,
    confinedTo: row.pointer,
    sow: (tables) => {
      const { bodies } = tables.schemas;
      for (const each of on) bodies[each] = loosened(bodies[each], row, kind);
      overlook(tables, on, brokenField(row, kind));
    },
  };
};

/** Leads of several lines have one body: each line can forget about it for itself. */
const placesOf = (body: FieldBody, requirement: string): readonly Where[] => {
  const operations = operationsWithBody(body);
  return body === 'lead' ? operations.map(only) : [whereOf(requirement, operations)];
};

/** For every fault of every field of the shown bodies a service that does not mind it, on one of its operations or on all. */
export const unenforcedFaults: readonly UnenforcedFault[] = FIELD_BODY_NAMES.flatMap((body) =>
  bodyRows(body).flatMap((row) =>
    faultsOf(row).flatMap((kind) =>
      placesOf(body, fieldRequirementId(body, row, kind)).map((where) =>
        unenforced(body, row, kind, where),
      ),
    ),
  ),
);

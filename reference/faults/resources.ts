import { randomInt } from 'node:crypto';
import { CATALOGUE } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { bodyRows, operationsWithBody } from '../../spec/requirements/field-bodies.ts';
import {
  readBackRequirementId,
  resourceRequirementId,
  SHOWN_RESOURCES,
  type ShownResource,
} from '../../spec/requirements/resources.ts';
import type { ResourceKind, ResourceRow } from '../../spec/resource-rows.ts';
import { plusDays } from '../calendar.ts';
import { type Call, draftOf } from '../call.ts';
import { changedAt } from '../item-pointer.ts';
import { withPointer } from '../json.ts';
import { hasFirstShape } from '../prices/exchanged-shapes.ts';
import { withResource } from '../reply.ts';
import type { Draft } from '../store.ts';
import { type Fault, type NotFaulted, onResource, showsAllFieldsOn } from './injection/fault.ts';
import { recordHistories } from './injection/histories.ts';
import {
  allScopesOf,
  nameOf,
  namesOf,
  type RowFault,
  type FaultScope,
} from './injection/row-fault.ts';
import { beforeHandler, valueInside } from './injection/stages.ts';

/** A field of an answer with a wrong type, an unlisted value, or a malformed one. */
export interface AnsweredFieldFault extends RowFault {
  readonly kind: ResourceKind;
}

/** A value of another type, as a careless service would return it. */
const ofOtherType = ({ schema: { type } }: ResourceRow, value: unknown): unknown => {
  if (type === 'string') return 7;
  if (type === 'boolean') return value === true ? 'yes' : 'no';
  // A list with one entry, sent as the bare entry.
  if (type === 'array') return (value as readonly unknown[])[0];
  return type === 'integer' ? String(value) : 'see the documents';
};

/**
 * A value outside the list that differs in more than case, and so in meaning (D2); "eur" would be
 * no fault (V2).
 */
const unlisted = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1;
  if (value === 'EUR') return 'USD';
  const text = String(value);
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
};

const malformed = ({ schema }: ResourceRow, value: unknown): unknown => {
  const text = String(value);
  if (schema.format === 'date') return text.split('-').toReversed().join('/');
  if (schema.format === 'date-time') return text.slice(0, 'YYYY-MM-DD'.length);
  if (schema.format === 'country-code') return 'BEL';
  return schema.format === 'timestamp' ? 'in a month' : text.replace(/^BE/, 'FR');
};

const wrong = (row: ResourceRow, kind: ResourceKind, value: unknown): unknown => {
  if (kind === 'type') return ofOtherType(row, value);
  return kind === 'enum' ? unlisted(value) : malformed(row, value);
};

/** The price shapes in which a resource is visible on an operation (R1). */
const shapesThatShow = (prefix: ShownResource['prefix'], on: OperationId) => {
  if (prefix === 'LANDLORD-RESOURCE') return undefined;
  const isFirst = prefix === 'PRICE-FIELD';
  return hasFirstShape(operation(on).line, 'usual') === isFirst ? 'usual' : 'exchanged';
};

const idOf = (prefix: ShownResource['prefix'], row: ResourceRow, kind: string, on: OperationId) => {
  const { line, step } = operation(on);
  const shapes = shapesThatShow(prefix, on);
  if (shapes === undefined)
    return `resource-landlord-${row.name}-${kind}-on-${step.replace('draft-', '')}`;
  return `price-${line}${shapes === 'usual' ? '' : '-exchanged'}-${row.name}-${kind}`;
};

const answering = (
  prefix: ShownResource['prefix'],
  row: ResourceRow,
  kind: ResourceKind,
  on: OperationId,
): AnsweredFieldFault => {
  const shapes = shapesThatShow(prefix, on);
  const isShown = showsAllFieldsOn(on);
  return {
    id: idOf(prefix, row, kind, on),
    breaks: { requirement: resourceRequirementId(prefix, row, kind), operation: on },
    what: `${nameOf(on)} sends ${row.name} with ${kind === 'enum' ? 'an unlisted value' : kind === 'type' ? 'a wrong type' : 'a wrong format'}.`,
    row,
    kind,
    on: [on],
    confinedTo: row.pointer,
    ...(shapes === 'exchanged' ? { home: 'exchanged' } : {}),
    shownBy: (choices) =>
      isShown(choices) && (shapes === undefined || choices.priceShapes === shapes),
    inject: (tables) => {
      onResource(tables, on, (body) =>
        changedAt(body, row.pointer, (value) => wrong(row, kind, value)),
      );
    },
  };
};

/** One wrong value for every kind of every field of the shown answers, unless a specific fault is defined. */
export const answeredFieldFaults: readonly AnsweredFieldFault[] = SHOWN_RESOURCES.flatMap(
  ({ prefix, rows, operations }) =>
    rows
      // The faults of draftId are written by hand below, since a wrong id breaks all later calls; an e-mail may be malformed
      // anywhere (E9).
      .filter(({ name }) => name !== 'draftId')
      .flatMap((row) =>
        row.kinds
          .filter((kind) => kind !== 'format' || row.schema.format !== 'email')
          .flatMap((kind) => operations.map((on) => answering(prefix, row, kind, on))),
      ),
);

const GET = 'landlord.draft-get';

/** Another text of the same format. */
const otherText = (row: ResourceRow, text: string): string => {
  const { format, pattern } = row.schema;
  if (format === 'date') return plusDays(text, 1);
  if (format === 'country-code') return text === 'NL' ? 'FR' : 'NL';
  if (format === 'email') return `other.${text}`;
  return pattern === undefined ? `${text} bis` : `${text}1`;
};

/** Another legal value of the field; undefined if there is none. */
const other = (row: ResourceRow, value: unknown): unknown => {
  const { enum: listed } = row.schema;
  if (listed) return listed[(listed.findIndex((each) => each === value) + 1) % listed.length];
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : otherText(row, String(value));
};

const changed = (row: ResourceRow, { suffix, on }: FaultScope): RowFault => ({
  id: `readback-landlord-${row.name}${suffix}`,
  breaks: { requirement: readBackRequirementId(row), operation: on },
  what: `Landlord Draft Get shows another ${row.name} than the client sent to ${namesOf(on)}.`,
  row,
  on,
  confinedTo: row.pointer,
  shownBy: showsAllFieldsOn(GET),
  inject: (tables) => {
    const get = tables.handlers[GET];
    tables.handlers[GET] = async (call) => {
      const outcome = await get(call);
      if (!outcome.resource || !on.includes(draftOf(call).writtenBy)) return outcome;
      const resource = changedAt(outcome.resource, row.pointer, (value) => other(row, value));
      return { ...outcome, resource };
    };
  },
});

/** Reads that return another value, for every value of a landlord draft; a list of one value has no other. */
export const readBackFaults: readonly RowFault[] = bodyRows('landlord-draft')
  .filter((row) => CATALOGUE.has(readBackRequirementId(row)) && row.schema.enum?.length !== 1)
  .flatMap((row) =>
    allScopesOf(readBackRequirementId(row), operationsWithBody('landlord-draft')).map((scope) =>
      changed(row, scope),
    ),
  );

/** Only the answer of a write shows another value; the reads are right. */
const answeredOtherwise = (row: ResourceRow, on: OperationId): RowFault => ({
  id: `answered-landlord-${row.name}-on-${operation(on).step.replace('draft-', '')}`,
  breaks: { requirement: readBackRequirementId(row), operation: on },
  what: `The answer of ${nameOf(on)} shows another ${row.name} than the client sent; later reads are right.`,
  row,
  on: [on],
  confinedTo: row.pointer,
  shownBy: showsAllFieldsOn(on),
  inject: (tables) => {
    onResource(tables, on, (body) => changedAt(body, row.pointer, (value) => other(row, value)));
  },
});

/** Answers of writes with another value; of a truth value only a read shows that it was not stored yet (D3). */
export const answeredFaults: readonly RowFault[] = bodyRows('landlord-draft')
  .filter(
    ({ schema, ...row }) =>
      CATALOGUE.has(readBackRequirementId({ schema, ...row })) &&
      schema.enum?.length !== 1 &&
      schema.type !== 'boolean',
  )
  .flatMap((row) => operationsWithBody('landlord-draft').map((on) => answeredOtherwise(row, on)));

/** The amount at the end of `totalPackage.totalPrice` of every price entry, as text. */
const withTextAmounts = (prices: unknown): unknown =>
  (prices as { totalPackage: { totalPrice: { withTaxes: number } } }[]).map((entry) =>
    withPointer(
      { ...entry },
      '/totalPackage/totalPrice/withTaxes',
      String(entry.totalPackage.totalPrice.withTaxes),
    ),
  );

const RENT = ['risk', 'insuredProperty', 'monthlyRent', 'value'] as const;

const keepRent = (call: Call, draft: Draft): void => {
  const before = valueInside(draft.body, ...RENT);
  const isSent = valueInside(call.body, ...RENT) !== undefined;
  if (isSent && before !== undefined)
    call.body = withPointer(call.body, `/${RENT.join('/')}`, before);
};

/** Fields of the shown answers that are wrong, or differ from the value that was written. */
export const faults: readonly Fault[] = [
  ...answeredFieldFaults,
  ...readBackFaults,
  ...answeredFaults,
  {
    id: 'landlord-draft-id-is-a-number',
    breaks: {
      requirement: 'LANDLORD-RESOURCE-draftId-type',
      operation: ['landlord.draft-create', 'landlord.draft-get', 'landlord.draft-update'],
    },
    what: 'The landlord draft resource carries its draftId as a JSON number.',
    inject: (tables) => {
      const { newId } = tables;
      let last = randomInt(1_000_000_000, 2_000_000_000);
      tables.newId = (kind, line) =>
        kind === 'draft' && line === 'landlord' ? (last += 1) : newId(kind, line);
      tables.finish.push(({ operation }, reply) =>
        operation.line === 'landlord' && reply.status < 400
          ? withResource(reply, tables, (body) =>
              typeof body['draftId'] === 'string'
                ? { ...body, draftId: Number(body['draftId']) }
                : body,
            )
          : reply,
      );
    },
  },
  {
    id: 'landlord-property-type-in-capitals',
    breaks: {
      requirement: 'LANDLORD-RESOURCE-risk.insuredProperty.type-enum',
      operation: 'landlord.draft-get',
    },
    what: 'Landlord Draft Get shows the property type as RESIDENTIAL, which is not the listed value.',
    inject: (tables) => {
      onResource(tables, 'landlord.draft-get', (body) =>
        withPointer(body, '/risk/insuredProperty/type', 'RESIDENTIAL'),
      );
    },
  },
  {
    id: 'landlord-total-price-as-text',
    breaks: {
      requirement: 'PRICE-FIELD-prices[].totalPackage.totalPrice.withTaxes-type',
      operation: 'landlord.price-request',
    },
    what: 'The landlord price request carries the total with taxes as text.',
    inject: (tables) => {
      onResource(tables, 'landlord.price-request', (body) => ({
        ...body,
        prices: withTextAmounts(body['prices']),
      }));
    },
  },
  {
    id: 'landlord-rent-frozen-once-read-after-pricing',
    breaks: {
      requirement: 'LANDLORD-READBACK-risk.insuredProperty.monthlyRent.value',
      operation: 'landlord.draft-update',
    },
    what: 'A landlord draft ignores updates of its monthly rent after it was priced and read.',
    area: 'sequences',
    inject: (tables) => {
      const history = recordHistories(tables);
      beforeHandler(tables, 'landlord.draft-update', (call) => {
        const draft = draftOf(call);
        if (/price-request .*draft-get /.test(history(draft))) keepRent(call, draft);
      });
    },
  },
];

/** Reasons that some fields cannot be wrong in an answer. */
export const notFaulted: readonly NotFaulted[] = [
  {
    ids: /^LANDLORD-RESOURCE-policyholder\.contact\.email-format$/,
    because: 'A draft may hold a malformed e-mail, and shows it as it is (E9).',
  },
  {
    ids: /^LANDLORD-READBACK-risk\.insuredProperty\.(monthly(Charges|Rent)\.currency|surfaceArea\.unit|type)$/,
    because: 'One value is listed; to show another is a fault of the resource.',
  },
];

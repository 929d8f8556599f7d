import type { OperationId } from '../operations.ts';
import type { Requirement } from '../requirement.ts';
import { JOURNEY } from '../probe-descriptions.ts';
import { type ResourceKind, type ResourceRow, resourceRows } from '../resource-rows.ts';
import { landlordDraftResource } from '../schemas/landlord-draft.ts';
import { priceRequestResource, priceRequestResourceAlternative } from '../schemas/price-request.ts';
import { bodyRows, type FieldName, operationsWithBody } from './field-bodies.ts';

/** Ids generated from the rows of the shown resources. */
export type ResourceRequirementId =
  | `LANDLORD-RESOURCE-${string}-${ResourceKind}`
  | `PRICE-FIELD-${string}-${ResourceKind}`
  | `PRICE-ALTERNATIVE-${string}-${ResourceKind}`;

/** A shown resource: its rows, the prefix of its ids, and the operations on which it is judged. */
export interface ShownResource {
  readonly prefix: 'LANDLORD-RESOURCE' | 'PRICE-FIELD' | 'PRICE-ALTERNATIVE';
  /** Expanded from the schema on first use, since every judging virtual user of a load run loads this file. */
  readonly rows: readonly ResourceRow[];
  readonly operations: readonly OperationId[];
  /** Its name in a statement, after "a". */
  readonly noun: string;
  readonly source: string;
  /** Description of its check. */
  readonly sent: string;
  readonly rules: readonly ('V1' | 'V4' | 'V6' | 'V18' | 'R1' | 'R2')[];
}

// Objects identify an entry of a price shape (R1), so they cannot be judged by themselves.
const priceRows = (schema: Parameters<typeof resourceRows>[0]): readonly ResourceRow[] =>
  resourceRows(schema).filter(({ pointer }) => pointer !== '/prices/*');

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

const landlordDraftRows = once(() => resourceRows(landlordDraftResource));
const firstPriceRows = once(() => priceRows(priceRequestResource));
const alternativePriceRows = once(() => priceRows(priceRequestResourceAlternative));

const PRICED: readonly OperationId[] = [
  'jobloss.price-request',
  'travel.price-request',
  'landlord.price-request',
];

/** The landlord draft resource and the two price shapes: all answers that the specification shows. */
export const SHOWN_RESOURCES: readonly ShownResource[] = [
  {
    prefix: 'LANDLORD-RESOURCE',
    get rows() {
      return landlordDraftRows();
    },
    operations: ['landlord.draft-create', 'landlord.draft-get', 'landlord.draft-update'],
    noun: 'landlord draft resource',
    source: 'Landlord draft',
    sent: 'The landlord drafts in the answers are compared with the field table.',
    rules: ['V1', 'V4', 'V18'],
  },
  {
    prefix: 'PRICE-FIELD',
    get rows() {
      return firstPriceRows();
    },
    operations: PRICED,
    noun: 'price request',
    source: 'Price request resource',
    sent: 'The prices in the answers are compared with the first price shape.',
    rules: ['R1', 'R2', 'V1', 'V6'],
  },
  {
    prefix: 'PRICE-ALTERNATIVE',
    get rows() {
      return alternativePriceRows();
    },
    operations: PRICED,
    noun: 'price request of the alternative shape',
    source: 'Price request resource, alternative entry shape',
    sent: 'The prices in the answers are compared with the alternative price shape.',
    rules: ['R1', 'R2', 'V1', 'V6'],
  },
];

/** The id of one row and kind. */
export const resourceRequirementId = (
  prefix: ShownResource['prefix'],
  row: ResourceRow,
  kind: ResourceKind,
): ResourceRequirementId => `${prefix}-${row.name}-${kind}`;

const article = (type: string) => (/^[aio]/.test(type) ? `an ${type}` : `a ${type}`);

const statement = (noun: string, row: ResourceRow, kind: ResourceKind): string => {
  const subject = `${row.name} of a ${noun}, if present,`;
  if (kind === 'type') return `${subject} must be ${article(row.schema.type)}.`;
  if (kind === 'enum') return `${subject} must be one of ${row.schema.enum?.join(', ')}.`;
  return `${subject} must have the format ${row.schema.format ?? row.schema.pattern}.`;
};

/** One requirement for every row and kind of the shown resources. */
export const resources = (): readonly (readonly [ResourceRequirementId, Requirement])[] =>
  SHOWN_RESOURCES.flatMap((resource) =>
    resource.rows.flatMap((row) =>
      row.kinds.map(
        (kind) =>
          [
            resourceRequirementId(resource.prefix, row, kind),
            {
              level: 'stated',
              statement: statement(resource.noun, row, kind),
              source: `${resource.source}, row ${row.name}`,
              operations: resource.operations,
              rules: resource.rules,
              proof: 'two-sightings',
              isUniversal: true,
              sent: `${JOURNEY} ${resource.sent}`,
            },
          ] as const,
      ),
    ),
  );

/** Id of the read-back of one landlord field, such as `LANDLORD-READBACK-risk.alreadyOccupied`. */
export type ReadBackRequirementId = `LANDLORD-READBACK-${FieldName<'landlord-draft'>}`;

/** The id of the read-back of one landlord field. */
export const readBackRequirementId = (row: ResourceRow): ReadBackRequirementId =>
  `LANDLORD-READBACK-${row.name}` as ReadBackRequirementId;

/** The fields of a landlord draft that hold a value; the only ones whose resource is shown (D2). */
const readBackRows = (): readonly ResourceRow[] =>
  bodyRows('landlord-draft').filter(({ schema }) => !schema.properties && !schema.items);

/** One requirement for every value of a landlord draft, on each operation that writes it. */
export const readBacks = (): readonly (readonly [ReadBackRequirementId, Requirement])[] =>
  readBackRows().map((row) => [
    readBackRequirementId(row),
    {
      level: 'implied',
      statement: `${row.name} of a landlord draft must be read back as it was written.`,
      source: `Landlord draft, row ${row.name}`,
      operations: operationsWithBody('landlord-draft'),
      rules: ['D2', 'V14'],
      proof: 'two-sightings',
      isReadBack: true,
      isStateful: true,
      sent: 'Landlord drafts with legal values in every field are written and read, also after each update on the way to the contract; what the writes answer and what is read is compared with what was written.',
    },
  ]);

import type { Line } from './line.ts';

/**
 * Step that an operation performs, with the same name on every line (the specification's name is `Operation.name`).
 */
export type Step =
  | 'draft-create'
  | 'draft-get'
  | 'draft-update'
  | 'car-post'
  | 'car-put'
  | 'car-delete'
  | 'person-post'
  | 'person-put'
  | 'person-delete'
  | 'metadata-post'
  | 'metadata-put'
  | 'metadata-delete'
  | 'price-info'
  | 'price-request'
  | 'token-terms'
  | 'lead-create'
  | 'contract-create'
  | 'payment-status'
  | 'contract-get'
  | 'contract-download';

/** Names of the request bodies that the specification shows; their schemas are in `bodies.ts`. */
export type BodyName =
  | 'jobloss-draft'
  | 'travel-draft'
  | 'landlord-draft'
  | 'gap-draft'
  | 'car'
  | 'empty-object'
  | 'lead'
  | 'gap-lead'
  | 'gap-price-request'
  | 'to-contract';

/** Resources that a 200 names; only the landlord draft's fields are shown. */
export type ResourceName =
  | 'jobloss-draft-resource'
  | 'travel-draft-resource'
  | 'car-resource'
  | 'metadata-resource'
  | 'landlord-draft-resource'
  | 'gap-price-request-resource';

/**
 * A body or resource that the specification shows, or the fact that it does not ("not shown"). `none`: it states that
 * there is no body.
 */
export type Shown<Name extends string> =
  { readonly shown: true; readonly name: Name | 'none' } | { readonly shown: false };

/** One row of the endpoint tables with its detail entry. */
export interface Operation {
  /** `line.step`, the operation's permanent id. */
  readonly id: string;
  readonly line: Line;
  readonly step: Step;
  /** As the specification's table prints it. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the address, with `{country}`, `{draftId}` … as placeholders. */
  readonly path: string;
  readonly address: 'base' | 'gap';
  /** J1, T1–T6, L1, G1–G4, or null if the table prints a dash. */
  readonly detail: string | null;
  /** The one success status that the detail entry states, or null. */
  readonly success: 200 | 303 | null;
  /** The other statuses that the detail entry lists, ascending, or null. */
  readonly failures: readonly number[] | null;
  /** Headers that the detail entry lists on success. */
  readonly headers: readonly ('Last-Modified' | 'Location')[];
  readonly request: Shown<BodyName>;
  readonly response: Shown<ResourceName>;
  /** The table's remark "coming soon" (landlord leads). */
  readonly comingSoon?: true;
}

type Row = Omit<Operation, 'id' | 'line' | 'step' | 'address'>;

/** Statements of a row's detail entry, if it has one. */
type Entry = Partial<Pick<Row, 'headers' | 'request' | 'comingSoon'>> &
  (
    | Pick<Row, 'detail' | 'success' | 'failures' | 'response'>
    | { readonly detail?: never; readonly success?: never; readonly failures?: never }
  );

/** A row of a table. Without a detail entry nothing is stated: "request and response shape not shown". */
export const row = (
  name: string,
  method: Operation['method'],
  path: string,
  entry: Entry = {},
): Row => ({
  name,
  method,
  path,
  detail: null,
  success: null,
  failures: null,
  headers: [],
  request: { shown: false },
  response: { shown: false },
  ...entry,
});

/** A body or resource that the specification shows. */
export const shows = <const Name extends BodyName | ResourceName | 'none'>(
  name: Name,
): { readonly shown: true; readonly name: Name } => ({ shown: true, name });

/** Adds ids and address to the rows of one line. */
export const rowsOf = <const L extends Line, const S extends Step>(
  line: L,
  address: 'base' | 'gap',
  rows: Readonly<Record<S, Row>>,
): readonly (Operation & { readonly id: `${L}.${S}` })[] =>
  (Object.keys(rows) as S[]).map((step) => {
    const id = `${line}.${step}` as const;
    return { id, line, step, address, ...rows[step] };
  });

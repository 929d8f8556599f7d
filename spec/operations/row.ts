import type { BodyName, Operation, ResourceName, Step } from '../operation.ts';
import type { Line } from '../line.ts';

type Row = Omit<Operation, 'id' | 'line' | 'step' | 'address'>;

/** An operation without a detail entry: "request and response shape not shown". */
export const undetailed = {
  detail: null,
  success: null,
  failures: null,
  headers: [],
  request: { shown: false },
  response: { shown: false },
} as const;

/** The specification shows this body or resource. */
export const shows = <const Name extends BodyName | ResourceName | 'none'>(
  name: Name,
): { readonly shown: true; readonly name: Name } => ({ shown: true, name });

/** Gives the rows of one line their ids and address. */
export const rowsOf = <const L extends Line, const S extends Step>(
  line: L,
  address: 'base' | 'gap',
  rows: Readonly<Record<S, Row>>,
): readonly (Operation & { readonly id: `${L}.${S}` })[] =>
  (Object.keys(rows) as S[]).map((step) => {
    const row: Row = rows[step];
    return { id: `${line}.${step}` as const, line, step, address, ...row };
  });

import type { Exchange } from '../spec/exchange.ts';
import { type KnownOperation, operation } from '../spec/operations.ts';

/** An exchange in which the service answered a legal call. */
export type AnsweredExchange = Exchange & {
  readonly operation: NonNullable<Exchange['operation']>;
  readonly response: NonNullable<Exchange['response']>;
};

/** One mutation of an answer. */
export interface AnswerMutant {
  /** Name such as `status-201`; with the operation it identifies the mutation in reports. */
  readonly name: string;
  readonly exchange: AnsweredExchange;
  /** The requirement that the mutated answer breaks; undefined if the answer stays correct. */
  readonly breaks: string | undefined;
}

type Answer = AnsweredExchange['response'];

/** A copy of an exchange with one change of its answer. */
const answering = (exchange: AnsweredExchange, change: Partial<Answer>): AnsweredExchange => ({
  ...exchange,
  response: { ...exchange.response, ...change },
});

/** A copy of an exchange with this JSON as the body of its answer. */
export const withJson = (exchange: AnsweredExchange, value: unknown): AnsweredExchange =>
  answering(exchange, { body: { encoding: 'utf8', text: JSON.stringify(value) } });

const withHeader = (
  exchange: AnsweredExchange,
  name: string,
  value: string | undefined,
): AnsweredExchange => {
  const { [name]: _, ...rest } = exchange.response.headers;
  return answering(exchange, { headers: value === undefined ? rest : { ...rest, [name]: value } });
};

const statusMutants = (
  exchange: AnsweredExchange,
  row: KnownOperation,
): readonly AnswerMutant[] => {
  const status = (code: number, breaks: string): AnswerMutant => ({
    name: `status-${code}`,
    exchange: answering(exchange, { status: code }),
    breaks,
  });
  const other = exchange.response.status === 200 ? 202 : 200;
  return [
    status(500, 'ERROR-01'),
    // A requirement of its own covers drafts that their creator cannot read (D3).
    ...(row.step === 'draft-get' ? [status(404, 'DRAFT-01'), status(403, 'DRAFT-01')] : []),
    ...(row.step === 'draft-create' || row.step === 'car-post'
      ? [status(404, 'PATH-01'), status(405, 'PATH-01'), status(501, 'PATH-01')]
      : []),
    // The harness may have guessed wrongly what the text does not show (P4).
    ...(row.request.shown && row.request.name !== 'none' && row.detail !== 'G4'
      ? [status(400, 'LEGAL-01')]
      : []),
    ...(row.success === null ? [] : [status(other, 'STATUS-01')]),
  ];
};

const headerMutants = (
  exchange: AnsweredExchange,
  row: KnownOperation,
): readonly AnswerMutant[] => {
  const name = 'last-modified';
  const modified = (
    form: string,
    value: string | undefined,
    breaks: string | undefined,
  ): AnswerMutant => ({
    name: `last-modified-${form}`,
    exchange: withHeader(exchange, name, value),
    breaks,
  });
  const judged = row.method !== 'GET' && name in exchange.response.headers;
  return [
    ...(judged
      ? [
          modified('bare-date', '2026-03-01', 'LASTMOD-02'),
          modified('epoch', '1772323200', 'LASTMOD-02'),
          modified('words', 'just now', 'LASTMOD-02'),
          modified('iso', '2026-03-01T10:00:00Z', undefined),
          modified('http', 'Sun, 01 Mar 2026 10:00:00 GMT', undefined),
        ]
      : []),
    ...(row.headers.includes('Location')
      ? [
          {
            name: 'location-missing',
            exchange: withHeader(exchange, 'location', undefined),
            breaks: 'GAP-CONTRACT-02',
          },
        ]
      : []),
    {
      name: 'further-header',
      exchange: withHeader(exchange, 'x-further', 'any'),
      breaks: undefined,
    },
  ];
};

const bodyMutants = (exchange: AnsweredExchange, row: KnownOperation): readonly AnswerMutant[] => {
  const named = row.response.shown && row.response.name !== 'none' && row.success === 200;
  const { text } = exchange.response.body;
  if (!named || !text.startsWith('{')) return [];
  const resource = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const body = (name: string, changed: string, breaks: string | undefined): AnswerMutant => ({
    name: `body-${name}`,
    exchange: answering(exchange, { body: { encoding: 'utf8', text: changed } }),
    breaks,
  });
  return [
    body('empty', '', 'RESOURCE-01'),
    body('cut-off', text.slice(0, -1), 'RESOURCE-01'),
    body('list', `[${text}]`, 'RESOURCE-01'),
    body('quoted', JSON.stringify(text), 'RESOURCE-01'),
    body('xml', '<draft/>', 'RESOURCE-01'),
    body('further-field', JSON.stringify({ ...resource, furtherField: [1] }), undefined),
    body(
      'reversed',
      JSON.stringify(Object.fromEntries(Object.entries(resource).toReversed())),
      undefined,
    ),
    body('no-field', '{}', undefined),
  ];
};

const amountMutants = (exchange: AnsweredExchange): readonly AnswerMutant[] => {
  const { text } = exchange.response.body;
  if (!text.startsWith('{')) return [];
  const resource = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const further = (name: string, amount: object, breaks?: string): AnswerMutant => ({
    name: `amount-${name}`,
    exchange: withJson(exchange, { ...resource, furtherField: [{ amount }] }),
    breaks,
  });
  return [
    further('in-dollars', { currency: 'USD', value: 1325 }, 'AMOUNT-02'),
    further('in-euros', { currency: 'EUR', value: 1325 }),
    further('in-small-letters', { currency: 'eur', value: 1325 }),
    further('that-is-none', { currency: 'USD', value: 1325, rate: 1.1 }),
  ];
};

/** Mutations of status, headers and body that break one requirement each, and some that break none. */
export const answerMutants = (exchange: AnsweredExchange): readonly AnswerMutant[] => {
  const row = operation(exchange.operation);
  return [statusMutants, headerMutants, bodyMutants, amountMutants].flatMap((make) =>
    make(exchange, row),
  );
};

import { type Exchange, isUnread, NOT_SENT, TOKEN_REFUSED } from '../spec/exchange.ts';
import { isGatewayStatus } from '../spec/transport-statuses.ts';

/** A time without any answer. */
export interface Outage {
  /** Send time of its first request, ISO 8601. */
  readonly from: string;
  /** Time of the next answer; absent if none came. */
  readonly until?: string;
  /** Number of requests answered before. */
  readonly after: number;
  /** Numbers of its exchanges. */
  readonly exchanges: readonly number[];
  /** The most frequent substitute for an answer: an error code, or a gateway status. */
  readonly instead: string;
}

/** Minimum number of consecutive failures; fewer are single disturbances. */
const MIN_FAILURES = 5;
/** Minimum at the end of a run: no later answer contradicts an outage. */
const MIN_FAILURES_AT_END = 3;
/** Maximum number of answers between two outages that were in flight when the first began. */
const MAX_ANSWERS_BETWEEN = 8;

const UNSENT: readonly (string | undefined)[] = [NOT_SENT, TOKEN_REFUSED];

/** Unread answers did arrive, and unsent requests are no evidence about the service. */
const isAnswered = ({ response, error }: Exchange): boolean =>
  response ? !isGatewayStatus(response.status) : isUnread(error) || UNSENT.includes(error?.code);

const insteadIn = (exchanges: readonly Exchange[]): string => {
  const groups = Map.groupBy(exchanges, ({ response, error }) =>
    response ? `status ${response.status}` : (error?.code ?? 'no reason given'),
  );
  const [most] = [...groups].sort((a, b) => b[1].length - a[1].length);
  return most?.[0] ?? '';
};

const earliest = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({ at }) => at).sort()[0] ?? '';

/** Consecutive exchanges that were all answered, or all not. */
interface Row {
  readonly answered: boolean;
  readonly exchanges: readonly Exchange[];
}

const rowsOf = (exchanges: readonly Exchange[]): readonly Row[] => {
  const rows: { answered: boolean; exchanges: Exchange[] }[] = [];
  for (const exchange of exchanges) {
    const answered = isAnswered(exchange);
    const last = rows.at(-1);
    if (last?.answered === answered) last.exchanges.push(exchange);
    else rows.push({ answered, exchanges: [exchange] });
  }
  return rows;
};

/** Rows merged across a few answers that were still in flight. */
const merged = (rows: readonly Row[]): readonly Row[] =>
  rows.reduce<readonly Row[]>((all, row) => {
    const [before, between] = all.slice(-2);
    const belongs =
      !row.answered &&
      before?.answered === false &&
      between?.answered === true &&
      between.exchanges.length <= MAX_ANSWERS_BETWEEN &&
      row.exchanges.length >= MIN_FAILURES;
    return belongs
      ? [...all.slice(0, -2), { ...row, exchanges: [...before.exchanges, ...row.exchanges] }]
      : [...all, row];
  }, []);

/**
 * Times in which no request was answered, in order: at least five in a row, three at the end of the run. An exchange is
 * recorded when it ends, so one recorded after a request without an answer was answered later.
 */
export const outagesOf = (exchanges: readonly Exchange[]): readonly Outage[] => {
  const rows = merged(rowsOf(exchanges));
  return rows.flatMap((row, at): readonly Outage[] => {
    const next = rows[at + 1]?.exchanges[0];
    const { length } = row.exchanges;
    if (row.answered || length < (next ? MIN_FAILURES : MIN_FAILURES_AT_END)) return [];
    const first = row.exchanges[0]?.n ?? 0;
    return [
      {
        from: earliest(row.exchanges),
        ...(next ? { until: next.at } : {}),
        after: exchanges.filter((each) => each.n < first && isAnswered(each)).length,
        exchanges: row.exchanges.map(({ n }) => n),
        instead: insteadIn(row.exchanges),
      },
    ];
  });
};

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Incoming, Route, Tables } from './call.ts';
import type { Condition } from './conditions/condition.ts';
import { History } from './conditions/history.ts';
import type { Draw } from './draw.ts';
import type { Fault } from './faults/injection/fault.ts';
import { answer } from './pipeline.ts';
import type { Reply } from './reply.ts';
import { type Difference, differenceOf } from './difference.ts';
import { type CallWatch, OtherDrafts } from './other-drafts.ts';
import { buildTables, tablesBeside, type TablesOptions } from './tables.ts';
import { TrialStore } from './trial-store.ts';

/** An answer, or a state of a draft, that differs from that of the correct service. */
export interface ShownFault {
  /** ISO 8601, of the service's clock. */
  readonly at: string;
  readonly operation: string;
  readonly params: Incoming['params'];
  /** Statuses. */
  readonly wanted: number;
  readonly got: number;
  readonly difference: Difference;
}

/** Tables and routes of one service. */
export interface Service {
  readonly tables: Tables;
  readonly routes: readonly Route[];
  readonly answer: (request: Incoming, route: Route) => Promise<Reply>;
  /** Faults shown so far; left out if no condition was given. */
  readonly shown?: readonly ShownFault[];
}

/** The time and random values of one call. After `rewind` the same values are drawn again. */
class Draws {
  readonly now: Date;
  readonly #drawn = new Map<string, unknown[]>();
  readonly #next = new Map<string, number>();

  constructor(now: Date) {
    this.now = now;
  }

  rewind(): void {
    this.#next.clear();
  }

  /** Values drawn of a kind. */
  of(kind: string): readonly unknown[] {
    return this.#drawn.get(kind) ?? [];
  }

  draw<Drawn>(kind: string, make: () => Drawn): Drawn {
    const drawn = this.#drawn.get(kind) ?? [];
    const next = this.#next.get(kind) ?? 0;
    this.#drawn.set(kind, drawn);
    this.#next.set(kind, next + 1);
    if (next === drawn.length) drawn.push(make());
    return drawn[next] as Drawn;
  }
}

const isSame = (one: Route, other: Route): boolean =>
  one.path === other.path && one.operation.method === other.operation.method;

const WRITES_DRAFT = /^draft-(create|update)$/;

/**
 * Drafts that the correct service would have refused. Later calls on them go to the faulty service, since a service that checks
 * drafts at the write does not check them again; the correct one would refuse them late (E3).
 */
class MistakenDrafts {
  readonly #keys = new Set<string>();

  /** True if the faulty service has to answer a call since it is on such a draft. */
  has({ operation, params }: Incoming): boolean {
    return (
      !WRITES_DRAFT.test(operation.step) && this.#keys.has(`${operation.line}/${params['draftId']}`)
    );
  }

  /** Records the result of a call that may have written a draft; `made`: the ids drawn during the call. */
  note(
    { operation, params }: Incoming,
    wanted: Reply,
    got: Reply,
    made: readonly unknown[] = [],
  ): void {
    if (!WRITES_DRAFT.test(operation.step) || got.status >= 400) return;
    for (const id of [params['draftId'] ?? '', ...made]) {
      const key = `${operation.line}/${String(id)}`;
      if (wanted.status >= 400) this.#keys.add(key);
      else this.#keys.delete(key);
    }
  }
}

const NOT_SERVED: Reply = { status: 404, headers: {} };

/** Answers from these tables, or 404 if they lack the route. */
const answerBy = (tables: Tables, request: Incoming, route: Route): Promise<Reply> =>
  tables.routes.some((each) => isSame(each, route))
    ? answer(tables, request)
    : Promise.resolve(NOT_SERVED);

/** Correct and faulty tables that share one store, and draws that are the same in both for one call. */
const bothTables = (options: TablesOptions, faults: readonly Fault[], history: History) => {
  const draws = new AsyncLocalStorage<Draws>();
  const draw: Draw = (kind, make) => draws.getStore()?.draw(kind, make) ?? make();
  const now = (): Date => draws.getStore()?.now ?? options.now();
  const correct = buildTables({ ...options, now, draw });
  const { newId } = correct;
  correct.newId = (kind, line) => {
    const id = newId(kind, line);
    if (kind === 'draft') history.noteDraft(line, id);
    return id;
  };
  const faulty = tablesBeside(correct, { ...options, now, draw });
  for (const fault of faults) fault.inject(faulty);
  return { draws, now: options.now, correct, faulty };
};

/**
 * Answers a call from the faulty tables; records in `shown` if the correct ones would have left
 * another answer or draft.
 */
const wrongAnswers =
  (
    { draws, now, correct, faulty }: ReturnType<typeof bothTables>,
    shown: ShownFault[],
    mistaken: MistakenDrafts,
  ) =>
  async (request: Incoming, route: Route, { watch, isInRace }: CallWatch): Promise<Reply> => {
    const drawn = new Draws(now());
    return draws.run(drawn, async () => {
      const tryCorrect = async () => {
        const store = new TrialStore(correct.store);
        const reply = await answerBy({ ...correct, store }, request, route);
        drawn.rewind();
        return { reply, touched: store.touched };
      };
      const { reply: wanted, touched } = await tryCorrect();
      const { operation, params } = request;
      const isChanged = watch(correct.store, operation.line);
      const got = await answerBy(faulty, request, route);
      const difference =
        differenceOf(wanted, got, touched, correct.store) ??
        (isChanged(touched) ? 'another draft' : undefined);
      // The loser of a race, such as one for the contract of a draft, is answered as the correct service answers afterwards.
      const isLoser =
        difference === 'status' && isInRace() && (await tryCorrect()).reply.status === got.status;
      mistaken.note(request, wanted, got, drawn.of('draft'));
      if (difference !== undefined && !isLoser)
        shown.push({
          at: drawn.now.toISOString(),
          operation: operation.id,
          params,
          wanted: wanted.status,
          got: got.status,
          difference,
        });
      return got;
    });
  };

/**
 * A service that has the faults while the condition holds, and is correct at all other times. A wrong answer is detected by
 * comparison with the correct tables on a copy of the store.
 */
export const conditionedService = (
  options: TablesOptions,
  faults: readonly Fault[],
  condition: Condition,
): Service => {
  const history = new History();
  const both = bothTables(options, faults, history);
  const { correct, faulty } = both;
  const shown: ShownFault[] = [];
  const mistaken = new MistakenDrafts();
  const others = new OtherDrafts();
  const answerWrongly = wrongAnswers(both, shown, mistaken);

  return {
    tables: correct,
    routes: [
      ...correct.routes,
      ...faulty.routes.filter((route) => !correct.routes.some((each) => isSame(each, route))),
    ],
    shown,
    answer: async (request, route) => {
      const { moment, end } = history.begin(request, correct.store);
      const call = others.begin(moment.draft);
      let status = 500;
      try {
        const isWrong =
          mistaken.has(request) || (await condition.holds({ ...moment, shown: shown.length }));
        const reply = await (isWrong
          ? answerWrongly(request, route, call)
          : answerBy(correct, request, route));
        if (!isWrong) mistaken.note(request, reply, reply);
        ({ status } = reply);
        return reply;
      } finally {
        end(status);
        call.end();
      }
    },
  };
};

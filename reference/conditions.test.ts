import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operation, type OperationId } from '../spec/operations.ts';
import type { Incoming } from './call.ts';
import { CONDITIONS, conditionOf } from './conditions.ts';
import { History } from './conditions/history.ts';
import { Store } from './store.ts';

test('every condition has an id and a sentence of its own', () => {
  expect(new Set(CONDITIONS.map(({ id }) => id)).size).toBe(CONDITIONS.length);
  expect(new Set(CONDITIONS.map(({ what }) => what)).size).toBe(CONDITIONS.length);
  for (const { id } of CONDITIONS) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

/** A service that answers calls on no draft with these statuses: in which of them the condition holds. */
const heldBy = async (
  id: string,
  on: OperationId,
  calls: readonly { readonly status?: number; readonly connection?: object }[],
): Promise<readonly boolean[]> => {
  const history = new History();
  const store = new Store();
  const held: boolean[] = [];
  for (const { status = 200, connection = history } of calls) {
    const request: Incoming = {
      operation: operation(on),
      headers: {},
      headerNames: [],
      query: {},
      params: {},
      bytes: undefined,
      origin: 'http://127.0.0.1',
      connection,
    };
    const { moment, end } = history.begin(request, store);
    held.push(await conditionOf(id).holds({ ...moment, shown: 0 }));
    end(status);
  }
  return held;
};
const CREATE = 'gap.draft-create';

test('one call in three is the third, and from the fifth call on every one', async () => {
  const calls = Array.from({ length: 6 }, () => ({}));

  expect(await heldBy('one-call-in-3', CREATE, calls)).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
  expect(await heldBy('from-call-5', CREATE, calls)).toEqual([
    false,
    false,
    false,
    false,
    true,
    true,
  ]);
});

test('a refusal counts, a success and a server error do not', async () => {
  const calls = [{ status: 500 }, {}, { status: 404 }, { status: 400 }, {}];

  expect(await heldBy('after-a-refusal', CREATE, calls)).toEqual([false, false, false, true, true]);
  expect(await heldBy('after-2-refusals', CREATE, calls)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('connections are counted in the order in which they are opened', async () => {
  const [one, two, three] = [{}, {}, {}];
  const calls = [one, two, three, two, one].map((connection) => ({ connection }));
  const every = [false, true, false, true, false];

  expect(await heldBy('on-every-second-connection', CREATE, calls)).toEqual(every);
  expect(await heldBy('on-the-second-connection', CREATE, calls)).toEqual(every);
});

test('a call is beside another one that comes before it was answered, and alone otherwise', async () => {
  const history = new History();
  const request = (connection: object): Incoming => ({
    operation: operation(CREATE),
    headers: {},
    headerNames: [],
    query: {},
    params: {},
    bytes: undefined,
    origin: 'http://127.0.0.1',
    connection,
  });
  const begin = () => history.begin(request({}), new Store());
  const alone = begin();
  expect(await alone.moment.isBeside('operation')).toBe(false);
  alone.end(200);
  const first = begin();
  const isBeside = first.moment.isBeside('operation');
  await sleep(1);
  const second = begin();

  expect([await isBeside, await second.moment.isBeside('operation')]).toEqual([true, true]);
});

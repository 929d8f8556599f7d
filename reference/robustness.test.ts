import { type RunningReference, startReference } from './start.ts';
import { Visitor } from './testing/visitor.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '../spec/operations.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { buildTables } from './tables.ts';
import { connect } from 'node:net';
import { listen } from './server.ts';
import { once } from 'node:events';
import { plainChoices } from './choices.ts';
import { request } from './testing/request.ts';
import { secretsFrom } from './clients.ts';
import { writeDraft } from './testing/journey.ts';

let running: RunningReference;
let visitor: Visitor;
beforeAll(async () => {
  running = await startReference();
  visitor = new Visitor(running);
});
afterAll(() => running.close());

const create = (raw: string | Uint8Array, type = 'application/json') =>
  visitor.call('landlord.draft-create', {}, {}, { raw, headers: { 'content-type': type } });

test.each([
  ['not JSON', '{"language":'],
  ['empty', ''],
  ['an array', '[]'],
  ['a text', '"nl"'],
  ['null', 'null'],
  ['not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ['nested a hundred thousand levels', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('a draft body that is %s is answered 400', async (_, raw) => {
  expect((await create(raw)).status).toBe(400);
});

test('another content type is answered 415; any +json is read', async () => {
  expect((await create('language=nl', 'application/x-www-form-urlencoded')).status).toBe(415);
  expect((await create('{}', 'application/vnd.draft+json; charset=utf-8')).status).toBe(200);
});

test('a body of 10 MB is answered 413, and the service continues', async () => {
  expect((await create(`{"language":"${'x'.repeat(10_000_000)}"}`)).status).toBe(413);
  expect((await create('{}')).status).toBe(200);
});

test('refuses malformed JSON on every operation with a body', async () => {
  const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
  const rows = OPERATIONS.filter(({ method }) => method !== 'GET');
  const ids = { draftId, carId: 'x', personId: 'x', keyId: 'x' };
  const answers = await Promise.all(rows.map(({ id }) => visitor.call(id, ids, {}, { raw: '{' })));

  expect(rows.length).toBeGreaterThan(20);
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([400]);
});

test('an empty body counts as an empty object if none is shown, and for deletions', async () => {
  const { draftId } = await writeDraft(visitor, 'travel', SAMPLE_DRAFTS.travel);
  const car = await visitor.call('travel.car-post', { draftId }, {});
  const carId = visitor.idOf('travel', 'car', car);

  expect((await visitor.call('travel.price-info', { draftId })).status).toBe(200);
  expect((await visitor.call('gap.draft-create')).status).toBe(200);
  expect((await visitor.call('travel.car-delete', { draftId, carId })).status).toBe(200);
  expect((await visitor.call('travel.car-delete', { draftId, carId }, {})).status).toBe(404);
});

test.each([
  ['GET', '/'],
  ['GET', '/BE/home/landlord/contracts/x'],
  ['PATCH', '/BE/lifestyle/travel/drafts'],
  ['GET', '/BE/motor/gap/drafts/x'],
  ['GET', '/%zz'],
])('%s %s on the base address is no operation', async (method, path) => {
  const { status } = await request(`${running.base_url}${path}`, { method });

  expect(status).toBe(path === '/%zz' ? 400 : 404);
});

test('a client that does not finish its request is answered 408', async () => {
  const tables = buildTables({
    choices: plainChoices,
    secrets: secretsFrom(),
    now: () => new Date(),
  });
  const server = await listen({ tables, routes: tables.routes, port: 0, requestTimeout: 200 });
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  socket.write('POST /BE/motor/gap/drafts HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await once(socket, 'close');
  await server.close();

  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('an answer that cannot be written becomes a 500, and the caller does not wait', async () => {
  const tables = buildTables({
    choices: plainChoices,
    secrets: secretsFrom(),
    now: () => new Date(),
  });
  tables.finish.push((_call, reply) => ({ ...reply, status: Number.NaN }));
  const server = await listen({ tables, routes: tables.routes, port: 0 });
  const { status } = await request(`${server.origin}/BE/lifestyle/travel/drafts`, {
    method: 'POST',
  });
  await server.close();

  expect(status).toBe(500);
});

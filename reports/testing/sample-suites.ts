/** One suite with every way in which a test can end. */
export const EVERY_END = `
import { AssertionError } from 'node:assert';
import * as allure from 'allure-js-commons';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const meta = { epic: 'Motor gap', feature: 'contract-create', severity: 'critical', requirement: ['GAP-CONTRACT-02', 'GAP-CONTRACT-03'] };

test('passes', { meta, tags: ['smoke'] }, async ({ annotate }) => {
  await allure.step('reads back', async () => { expect(1).toBe(1); });
  await annotate('drawn from seed 42', 'note');
});
test('fails its requirement', { meta }, () => { throw new AssertionError({ message: 'wanted 303, got 200', actual: 200, expected: 303 }); });
test('fails twice, softly', { meta }, ({ expect }) => { expect.soft(1, 'first').toBe(2); expect.soft(3, 'second').toBe(4); });
test('breaks', { meta }, () => { throw new Error('the assertion of this harness is wrong'); });
test('fails softly, then breaks', { meta }, ({ expect }) => { expect.soft(1).toBe(2); throw new TypeError('no such function'); });
test('is overdue', { meta, timeout: 20 }, () => new Promise(() => {}));
test('stays open', { meta }, (context) => context.skip('inconclusive: blocked-by GAP-DRAFT-01'));
test.skip('is skipped in its source', { meta }, () => {});
test.todo('is to be written', { meta });
let tries = 0;
test('passes at the second try', { meta, retry: 2 }, async () => {
  await allure.parameter('transport', 'json'); await allure.label('layer', 'api'); tries += 1; expect(tries).toBe(2);
});
test('has a twin', { meta }, () => {});
test('has a twin', { meta }, () => {});
describe('a group whose preparation breaks', { meta }, () => {
  beforeAll(() => { throw new Error('no draft to be had'); });
  test('never ran', () => {});
});
describe('a group whose cleaning breaks', { meta }, () => {
  afterAll(() => { throw new Error('the draft would not go'); });
  test('ran', () => {});
});
`;

/** A file that vitest cannot load. */
export const DOES_NOT_LOAD = `import './not-there.ts';`;

/** A rejection that nobody waits for. */
export const UNHANDLED = `
import { test } from 'vitest';
test('leaves a rejection behind', async () => {
  void Promise.reject(new Error('nobody waited for this'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});
`;

/** Concurrent tests, each with two sequential steps and two exchanges of its own. */
export const CONCURRENT = `
import * as allure from 'allure-js-commons';
import { expect, test } from 'vitest';
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
for (let n = 0; n < 24; n += 1) {
  test.concurrent('test ' + n, { meta: { epic: 'Travel', feature: 'car-post', requirement: ['R-' + n] } }, async () => {
    for (const name of ['first', 'second']) {
      await pause();
      await allure.step(name + ' of ' + n, async () => {
        await pause();
        expect(n).toBeGreaterThanOrEqual(0);
        const exchange = { schemaVersion: 1, start: 1, stop: 5, request: { method: 'POST', url: 'http://127.0.0.1/' + name + '/' + n }, response: { status: 200, body: { contentType: 'application/json', encoding: 'utf8', value: '{"n":' + n + '}' } } };
        await allure.attachment('POST /' + name + ' → 200', JSON.stringify(exchange), { contentType: 'application/vnd.allure.http+json', fileExtension: '.httpexchange' });
      });
    }
  });
}
`;

/** Forty tests that take 50 ms each, one after another. */
export const SLOW = `
import { test } from 'vitest';
for (let n = 0; n < 40; n += 1) test('slow ' + n, () => new Promise((resolve) => setTimeout(resolve, 50)));
`;

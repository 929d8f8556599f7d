import { expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';
import { lineWithoutSecrets } from './line-without-secrets.ts';

const TOKEN = 'canary-4711-"quoted"';
const redactor = createRedactor([
  { name: 'ASSAY_TOKEN', value: TOKEN },
  { name: 'ASSAY_PIN', value: '8232' },
]);

const line = (item: unknown): unknown => JSON.parse(lineWithoutSecrets(redactor, item));

test('a secret is taken out of texts, keys and numbers, at any depth', () => {
  expect(line({ given: [{ [TOKEN]: [TOKEN, `Bearer ${TOKEN}`] }, 8232] })).toEqual({
    given: [{ $ASSAY_TOKEN: ['$ASSAY_TOKEN', 'Bearer $ASSAY_TOKEN'] }, '$ASSAY_PIN'],
  });
});

test('the numbers by which exchanges and tries are found stay, and the line stays JSON', () => {
  const item = { seed: 8232, attempt: 1, given: [{ $: 'exchange', n: 8232 }] };

  expect(line(item)).toEqual(item);
});

test('what holds no secret is written as it is', () => {
  const item = { got: 'status 200', exchanges: [1, 2], nothing: null };

  expect(lineWithoutSecrets(redactor, item)).toBe(`${JSON.stringify(item)}\n`);
});

import { expect, test } from 'vitest';
import { requireCheckout } from './require-checkout.ts';

test('a checkout can run the exam of the source', () => {
  expect(() => requireCheckout('assay exam --source')).not.toThrow();
});

test('the package reports what is required and what to do', () => {
  expect(() => requireCheckout('assay exam --source', false)).toThrow(
    /^assay exam --source needs a checkout of Assay, .* this is the installed package; clone/,
  );
});

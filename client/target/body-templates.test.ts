import { expect, test } from 'vitest';
import type { BodyContext } from './body-templates.ts';
import { bodyFor, renderTemplate } from '../target/body-templates.ts';

const context: BodyContext = {
  today: '2026-01-31',
  run: { id: 'r1' },
  email: 'a@example.com',
  draft: { id: 'd1', body: { terms: { startDate: '2026-02-01' } } },
  car: { body: { plate: '1-ABC-123' } },
  person: { body: { firstName: 'Ann', lastName: 'Lee', birthdate: '1990-01-01' } },
  metadata: {},
  contract: {},
  price: { amount: 1325, currency: 'EUR' },
  payment: { term: 'YEARLY' },
};

test('a text that is exactly one placeholder becomes the value with its type', () => {
  expect(renderTemplate({ value: '{{price.amount}}', who: '{{ person.body }}' }, context)).toEqual({
    value: 1325,
    who: context.person.body,
  });
});

test('placeholders inside a text become text', () => {
  expect(renderTemplate(['{{run.id}}-{{price.amount}}-{{today}}'], context)).toEqual([
    'r1-1325-2026-01-31',
  ]);
});

test('a path can continue inside the draft', () => {
  expect(renderTemplate('{{draft.body.terms.startDate}}', context)).toBe('2026-02-01');
});

test('other braces stay unchanged', () => {
  const template = { a: null, b: [true, 1.5, '{x}', '{ {today} }'] };

  expect(renderTemplate(template, context)).toEqual(template);
});

test.each(['token', 'price.id', 'metadata.body', 'draft.body.terms.variant'])(
  'names an unknown value: %s',
  (placeholder) => {
    expect(() => renderTemplate({ a: `x {{${placeholder}}}` }, context)).toThrow(
      expect.objectContaining({ name: 'MissingPlaceholder', placeholder }) as Error,
    );
  },
);

test("the target's template takes precedence over the default guess", () => {
  const bodies = { 'travel.car-put': { plate: 'x', run: '{{run.id}}' } };

  expect(bodyFor('travel.car-put', { bodies }, context)).toEqual({ plate: 'x', run: 'r1' });
  expect(bodyFor('travel.car-put', { bodies: {} }, context)).toEqual({ plate: '1-ABC-123' });
});

test('an operation without template and guess has no body', () => {
  expect(bodyFor('gap.token-terms', { bodies: {} }, context)).toBeUndefined();
});

test('null as a template is the body null', () => {
  expect(bodyFor('travel.price-info', { bodies: { 'travel.price-info': null } }, context)).toBe(
    null,
  );
});

test('a function gets the context, and is named if it throws', () => {
  const bodies = {
    'gap.draft-create': ({ draft }: BodyContext) => ({ copyOf: draft.id }),
    'travel.price-info': () => {
      throw new Error('oh');
    },
  };

  expect(bodyFor('gap.draft-create', { bodies }, context)).toEqual({ copyOf: 'd1' });
  expect(() => bodyFor('travel.price-info', { bodies }, context)).toThrow(
    'the function bodies["travel.price-info"] of the target threw: oh',
  );
});

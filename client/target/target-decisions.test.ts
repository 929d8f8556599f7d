import { expect, test } from 'vitest';
import { deprecatedKeyLines } from './target-decisions.ts';
import { load, refusal } from '../testing/test-load.ts';

const targetWith = (decisions: object) => ({
  document: { base_url: 'http://a', decisions },
});

test.each([
  [true, 'everything'],
  [false, 'nothing'],
])('reads othersMayRead: %s as othersMay: %s, and reports the new name', async (old, now) => {
  const target = await load(targetWith({ othersMayRead: old }));

  expect(target.decisions.othersMay).toBe(now);
  expect(deprecatedKeyLines(target)).toEqual([
    expect.stringMatching(/^decisions\.othersMayRead was renamed: write othersMay: .* instead$/),
  ]);
});

test.each([{}, { othersMay: 'everything' }])('accepts %j without a note', async (decisions) => {
  const target = await load(targetWith(decisions));

  expect(target.decisions).toMatchObject(decisions);
  expect(deprecatedKeyLines(target)).toEqual([]);
});

test.each([
  ['everything', true],
  ['read', true],
  ['nothing', false],
])(
  'othersMay: %s beside othersMayRead: %s is accepted as a duplicate',
  async (othersMay, othersMayRead) => {
    const target = await load(targetWith({ othersMay, othersMayRead }));

    expect(target.decisions.othersMay).toBe(othersMay);
    expect(deprecatedKeyLines(target)[0]).toContain(`write othersMay: ${othersMay} instead`);
  },
);

test.each([
  ['nothing', true],
  ['read', false],
  ['everything', false],
])('refuses othersMay: %s beside othersMayRead: %s', async (othersMay, othersMayRead) => {
  const { problems } = await refusal(targetWith({ othersMay, othersMayRead }));

  expect(problems).toMatchObject([
    {
      path: 'decisions.othersMay',
      got: `othersMay: ${othersMay} beside othersMayRead: ${othersMayRead}`,
      hint: 'remove othersMayRead, which is the former name of othersMay',
    },
  ]);
});

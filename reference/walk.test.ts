import { type RunningReference, startReference } from './start.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Choices } from './choices.ts';
import { DIALECTS } from './dialects.ts';
import { type Line, LINES } from '../spec/line.ts';
import { OPERATIONS } from '../spec/operations.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { drawn } from '../tools/testing/drawn.ts';
import { Visitor } from './testing/visitor.ts';
import { type Journey, walk } from './testing/journey.ts';

/** Statuses that a dialect answers instead of a success, by operation. */
const refusedBy = ({ landlordLeads, downloadReadyAfter }: Choices): Record<string, number> => ({
  ...(downloadReadyAfter > 0
    ? {
        'jobloss.contract-download': 404,
        'travel.contract-download': 404,
        'landlord.contract-download': 404,
      }
    : {}),
  ...(landlordLeads === 'live' ? {} : { 'landlord.lead-create': landlordLeads }),
});

const LAST_MODIFIED: Readonly<Record<Choices['lastModified']['format'], RegExp>> = {
  http: / GMT$/,
  iso: /^\d{4}-\d\d-\d\dT.*Z$/,
  'iso-compact': /^\d{8}T\d{6}Z$/,
  'iso-offset': /^\d{4}-\d\d-\d\dT.*\+00:00$/,
};

describe.each(drawn(DIALECTS, 5))('dialect $name', ({ name, choices }) => {
  let running: RunningReference;
  let journeys: Readonly<Record<Line, Journey>>;
  beforeAll(async () => {
    running = await startReference({ dialect: name });
    const walked = LINES.map(
      async (line) => [line, await walk(new Visitor(running), line, SAMPLE_DRAFTS[line])] as const,
    );
    journeys = Object.fromEntries(await Promise.all(walked)) as Record<Line, Journey>;
  });
  afterAll(() => running.close());

  test.each(LINES)('%s can be walked from the draft to the contract', (line) => {
    const journey = journeys[line];

    const rows = OPERATIONS.filter((row) => row.line === line);
    // A motor gap draft is written by its update; its creation has no stated status.
    const stated = rows.filter(({ success }) => success !== null);
    expect(Object.keys(journey).sort()).toEqual(rows.map(({ step }) => step).sort());
    expect(stated.map(({ step }) => journey[step]?.status)).toEqual(
      stated.map(({ success }) => success),
    );
    const refused = rows
      .filter(({ step }) => (journey[step]?.status ?? 0) >= 400)
      // A walk does not poll for a lagging payment status (D3).
      .filter(
        ({ step }) =>
          choices.readsLag === 0 ||
          step !== 'payment-status' ||
          journey[step]?.status !== choices.errors.unknown,
      )
      .map(({ id, step }) => [id, journey[step]?.status]);
    const expected = Object.entries(refusedBy(choices)).filter(([id]) => id.startsWith(line));
    expect(Object.fromEntries(refused)).toEqual(Object.fromEntries(expected));
  });

  test('every operation that lists Last-Modified has it in the chosen format, or none has it', () => {
    const lines = ['jobloss', 'travel', 'gap'] as const;
    const isSent = choices.lastModified.on !== 'none';
    for (const line of lines) {
      const journey = journeys[line];
      const rows = OPERATIONS.filter(
        (row) => row.line === line && row.headers.includes('Last-Modified'),
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { step } of rows) {
        const value = journey[step]?.headers['last-modified'];
        const isAsChosen = LAST_MODIFIED[choices.lastModified.format].test(value ?? '');
        const isLeftOut = choices.lastModified.on === 'now-and-then' && value === undefined;
        const due = isSent && !isLeftOut;
        expect([step, value !== undefined, isAsChosen]).toEqual([step, due, due]);
      }
    }
  });
});

test('the downloaded contract is a PDF', async () => {
  const running = await startReference();
  const journey = await walk(new Visitor(running), 'travel', SAMPLE_DRAFTS.travel);
  await running.close();

  const document = journey['contract-download'];
  expect(document?.headers['content-type']).toBe('application/pdf');
  expect(document?.body).toMatch(/^%PDF-1\.4[\s\S]+%%EOF\n$/);
});

test('a landlord draft is served as written, with its id and times', async () => {
  const running = await startReference();
  const journey = await walk(new Visitor(running), 'landlord', SAMPLE_DRAFTS.landlord);
  await running.close();

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown;
  expect(journey['draft-get']?.body).toEqual({
    ...SAMPLE_DRAFTS.landlord,
    draftId: expect.any(String) as unknown,
    createdAt: time,
    updatedAt: time,
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadTarget } from '../../client/target/load-target.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { NO_ENVIRONMENT, testTarget } from '../../client/testing/test-target.ts';
import { idInSameText } from '../answer-digest.ts';
import { prepare } from '../preparation/prepare.ts';
import { openSession, type Session } from '../session.ts';
import { startFaultyProxy } from '../testing/faulty-proxy.ts';
import type { LoadFaultName } from '../testing/load-faults.ts';
import { startTestService } from '../testing/test-service.ts';
import { checkChangedDrafts } from './changed-drafts.ts';

const sessionOn = (target: ResolvedTarget, service: { close(): Promise<void> }): Session => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-changed-'));
  const session = openSession({
    target,
    seed: 1,
    runId: 'test',
    today: '2026-03-01',
    files: {
      exchanges: join(folder, 'exchanges.jsonl'),
      findings: join(folder, 'findings.jsonl'),
      points: join(folder, 'points.jsonl'),
    },
  });
  onTestFinished(async () => {
    await session.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return session;
};

const sessionWith = async (fault?: LoadFaultName): Promise<Session> => {
  const service = await startFaultyProxy({ fault });
  const { target: document, environment } = service;
  const known = { ...NO_ENVIRONMENT, ...environment };
  return sessionOn(await loadTarget({ document, environment: known }), service);
};

const LINES = new Map([
  ['travel', 4],
  ['gap', 4],
] as const);

test('a correct service has a price that follows a change, and the same text again for every draft', async () => {
  const session = await sessionWith();
  const prepared = await prepare(session, LINES, () => undefined);
  expect([prepared.notes, prepared.sightings, session.findings]).toEqual([[], [], []]);
  for (const { rests, rows } of Object.values(prepared.lines)) {
    expect(rests).toHaveLength(rows.length);
    expect(rests.every((rest) => rest && rest.answer.parts.length > 1 && rest.id)).toBe(true);
  }
  expect(await checkChangedDrafts(session, prepared)).toEqual({ sightings: [], notes: [] });
  const [travel] = prepared.lines.travel?.rests ?? [];
  expect(travel && idInSameText(travel.answer.parts.join('x'), travel.answer)).toBe('x');
});

test('a price that survives a change of its draft is a sighting, which motor gap excludes', async () => {
  const session = await sessionWith('stale-price');
  const { sightings: seen } = await checkChangedDrafts(
    session,
    await prepare(session, LINES, () => undefined),
  );
  expect(seen.filter(({ isExcluded }) => isExcluded).map(({ line }) => line)).toEqual([
    'gap',
    'gap',
  ]);
  expect(seen[0]?.kind).toBe('a price from before an update of the draft');
});

/** Checks changed drafts on motor gap against a service that gives this answer to every price request. */
const seenOf = async (answer: object, compareNumbers = true, later = 200) => {
  let status = 200;
  const service = await startTestService((response, count) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'last-modified': new Date().toUTCString(),
    });
    response.end(JSON.stringify({ priceRequestId: `p${count}`, ...answer }));
  });
  const session = sessionOn(await testTarget({ base_url: service.address }), service);
  const { gap } = (await prepare(session, new Map([['gap', 4]]), () => undefined)).lines;
  if (!gap) throw new Error('motor gap was to be prepared');
  expect(gap.expected.compareNumbers).toBe(true);
  status = later;
  return checkChangedDrafts(session, {
    lines: { gap: { ...gap, expected: { ...gap.expected, compareNumbers } } },
  });
};

test.each([
  [{ premium: { amount: 12.5 } }, true, 'all drafts that were tried have the same price'],
  [{ premium: 'high' }, true, 'no price request shows a number that stays the same when repeated'],
  [
    { premium: { amount: 12.5 } },
    false,
    'drafts with equal data are the same draft, or load.samePrice is false',
  ],
])(
  'if %j is every price (compared: %s) the notes give the reason why no change can be observed',
  async (answer, compared, why) => {
    expect(await seenOf(answer, compared)).toEqual({
      sightings: [],
      notes: [`gap: not tested whether prices follow changes of the draft: ${why}`],
    });
  },
);

test('reports a refused price request, not a price without numbers', async () => {
  const { notes } = await seenOf({ premium: { amount: 12.5 } }, true, 409);

  expect(notes).toEqual([
    expect.stringMatching(/^gap: .* a price request was answered with status 409$/),
  ]);
});

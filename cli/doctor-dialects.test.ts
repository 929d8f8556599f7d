import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadTarget } from '../client/target/load-target.ts';
import type { ResolvedTarget } from '../client/target.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { startReference } from '../reference/start.ts';
import { LINES } from '../spec/line.ts';
import { diagnose } from '../suites/doctor/diagnose.ts';
import { withEdits } from '../doctor/target-edits.ts';

/** What nobody sees from outside: addresses, credentials, values that are real (P5), bodies that are not shown (P4). */
const TYPED = [
  'base_url',
  'gap_base_url',
  'identities',
  'paymentTerms',
  'whiteLabels',
  'vehicleCodes',
] as const;

const byHand = (target: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const bodies = Object.entries(target['bodies'] ?? {}).filter(
    ([on]) => !on.endsWith('.contract-create'),
  );
  // A header that is nowhere may be a fault as well (C2).
  const { lastModified } = (target['decisions'] ?? {}) as { lastModified?: boolean };
  return {
    ...(lastModified === false ? { decisions: { lastModified } } : {}),
    ...Object.fromEntries(TYPED.map((key) => [key, target[key]])),
    ...(bodies.length === 0 ? {} : { bodies: Object.fromEntries(bodies) }),
  };
};

const never = new AbortController().signal;
const today = new Date().toISOString().slice(0, 10);
const lower = (places: readonly string[]): readonly string[] =>
  places.map((place) => place.toLowerCase());

/** Bodies that are sent without being declared: they work, so doctor has no reason to write them. */
const isGuessed = (body: unknown): boolean => isDeepStrictEqual(body, {});

/** The keys that decide what a run comes to, without the places, of which a target may name more than one. */
const deciding = ({ bodies, decisions, features }: ResolvedTarget) => ({
  bodies: Object.fromEntries(Object.entries(bodies).filter(([, body]) => !isGuessed(body))),
  features,
  checkpoints: decisions.checkpoints,
  lastModified: decisions.lastModified,
  othersMay: decisions.othersMay,
  paymentStatusExists: decisions.paymentStatusExists,
  downloadReady: decisions.downloadReady,
});

const placesIn = ({ ids, termsToken, gapPrice }: ResolvedTarget) => [
  ...Object.entries(ids).flatMap(([line, things]) =>
    Object.entries(things).map(([thing, places]) => [`ids.${line}.${thing}`, places] as const),
  ),
  ['termsToken', termsToken] as const,
  ...('amount' in gapPrice ? [] : [['gapPrice', gapPrice] as const]),
];

/** What the service decides by the key of an item is found in `/key` of the answer, too. */
const isEcho = (key: string, places: readonly string[]): boolean =>
  key === 'ids.travel.metadata' && places.includes('/key');

test.each(DIALECTS)('doctor finds the target of $name', async ({ name }) => {
  const running = await startReference({ dialect: name });
  onTestFinished(() => running.close());
  const { environment } = running;
  const text = `# typed by hand\n${stringify(byHand(running.target))}`;
  const before = await loadTarget({ document: parse(text), environment });
  const wanted = await loadTarget({ document: running.target, environment });

  const found = await diagnose(
    { target: before, document: parse(text), lines: LINES, seed: 11, today },
    never,
  );
  const written = withEdits(
    text,
    found.remarks.flatMap(({ edits = [] }) => edits),
  );
  const target = await loadTarget({ document: parse(written), environment });

  const open = found.remarks.filter(({ mark }) => mark === 'wrong' || mark === 'unclear');
  expect(open).toEqual([]);
  expect(found.calls).toBeLessThanOrEqual(200);
  expect(written).toMatch(/^# typed by hand\n/);
  expect(deciding(target)).toEqual(deciding(wanted));
  expect('amount' in target.gapPrice).toBe('amount' in wanted.gapPrice);
  const own = new Map<string, readonly string[]>(placesIn(target));
  // A place among those that are looked at anyway is not written.
  const missed = placesIn(wanted).filter(([key, places]) => {
    const having = own.get(key) ?? [];
    return !isEcho(key, having) && !lower(having).some((place) => lower(places).includes(place));
  });
  expect(missed).toEqual([]);
});

import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadTarget } from '../client/target/load-target.ts';
import type { ResolvedTarget } from '../client/target.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { startReference } from '../reference/start.ts';
import { LINES } from '../spec/line.ts';
import { diagnose } from '../suites/doctor/diagnose.ts';
import { applyEdits } from './target-edits.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type LocalServer,
  type Received,
  startLocalServer,
} from '../client/testing/local-server.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { drawn } from '../tools/testing/drawn.ts';

/** Values that cannot be observed from outside: addresses, credentials, real values (P5), bodies that are not shown (P4). */
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
  // A missing header may also be a fault (C2).
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

/** Keys that decide the result of a run, without the places, of which a target may name several. */
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

/** A value that the service stores by the key of an item is also found in `/key` of the answer. */
const isEcho = (key: string, places: readonly string[]): boolean =>
  key === 'ids.travel.metadata' && places.includes('/key');

test.each(drawn(DIALECTS, 2))('doctor finds the target of $name', async ({ name }) => {
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
  const written = applyEdits(
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
  // A default place is not written.
  const missed = placesIn(wanted).filter(([key, places]) => {
    const having = own.get(key) ?? [];
    return !isEcho(key, having) && !lower(having).some((place) => lower(places).includes(place));
  });
  expect(missed).toEqual([]);
});

/** Forwards a request, and its answer back. */
const handOn = async (
  origin: string,
  { method, url, headers, body }: Received,
  response: ServerResponse,
): Promise<void> => {
  const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
  const answer = await fetch(origin + url, {
    method,
    redirect: 'manual',
    headers: rest as Record<string, string>,
    ...(body === '' ? {} : { body }),
  });
  const kept = Object.fromEntries(answer.headers);
  for (const name of ['content-encoding', 'transfer-encoding', 'content-length']) delete kept[name];
  response.writeHead(answer.status, kept).end(Buffer.from(await answer.arrayBuffer()));
};

/** A recording server that forwards everything to another. */
const startBefore = async (address: string): Promise<LocalServer> => {
  const { origin } = new URL(address);
  const server = await startLocalServer(
    (request, response) => void handOn(origin, request, response),
  );
  onTestFinished(() => server.close());
  return server;
};

/** Number of leads and contracts requested by a doctor with these permissions. */
const madeWith = async (sideEffects: Readonly<Record<string, string>>) => {
  const running = await startReference({ dialect: 'plain' });
  onTestFinished(() => running.close());
  const servers = await Promise.all([running.base_url, running.gap_base_url].map(startBefore));
  const [base, gap] = [running.base_url, running.gap_base_url].map(
    (address, at) => `${servers[at]?.address}${new URL(address).pathname.replace(/\/$/, '')}`,
  );
  const { identities } = running.target;
  const folder = mkdtempSync(join(tmpdir(), 'assay-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'target.yaml');
  writeFileSync(file, stringify({ base_url: base, gap_base_url: gap, identities, sideEffects }));
  const { stdout } = await callCli(['doctor', '--target', file], {
    environment: running.environment,
    cwd: folder,
  });
  const posted = servers
    .flatMap(({ received }) => received)
    .filter(({ method }) => method === 'POST')
    .map(({ url }) => new URL(url, running.base_url).pathname);
  const count = (what: RegExp): number => posted.filter((path) => what.test(path)).length;
  return { stdout, leads: count(/lead/i), contracts: count(/contract/i) };
};

test('creates leads and contracts only if the target permits them', async () => {
  const { stdout, leads, contracts } = await madeWith({ leads: 'never', contracts: 'never' });
  expect(stdout).toMatch(/✓ Jobloss .*token terms 200\n/);
  expect(stdout).not.toMatch(/lead 2|contract [23]/);
  expect({ leads, contracts }).toEqual({ leads: 0, contracts: 0 });

  const allowed = await madeWith({ leads: 'allow', contracts: 'allow' });
  expect(allowed.leads).toBeGreaterThan(0);
  expect(allowed.contracts).toBeGreaterThan(0);
});

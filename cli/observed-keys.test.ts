import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CellVerdict } from '../oracles/finding.ts';
import { SILENCING_KEYS } from '../oracles/silencing.ts';
import { sampleFacts } from '../oracles/testing/sample-facts.ts';
import type { Tables } from '../reference/call.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { declared, type Declared, startOutsideService } from './testing/outside-service.ts';

/** Milliseconds for a test; the machine may be busy. */
const TIMEOUT = 120_000;

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-observed-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const STRICT: Readonly<Record<string, object>> = {
  decisions: { ...sampleFacts.decisions, paymentStatusExists: true, downloadReady: true },
  features: { landlordLeads: true },
};

/** Shows no Last-Modified, no payment status, no document and no lead of landlord. */
const showsLittle = (tables: Tables): void => {
  tables.finish.push((call, reply) => {
    const { step, comingSoon } = call.operation;
    const isMissing = ['payment-status', 'contract-download'].includes(step) || comingSoon === true;
    if (isMissing && reply.status < 400) return { ...reply, status: 404 };
    const headers = Object.entries(reply.headers ?? {}).filter(([key]) => !/^last-m/i.test(key));
    return { ...reply, headers: Object.fromEntries(headers) };
  });
};

describe('a key by which cells are observed at most', { timeout: TIMEOUT }, () => {
  let service: Awaited<ReturnType<typeof startOutsideService>>;
  let before: ReadonlyMap<string, CellVerdict>;
  const judged = async (key: string, declare: (target: Declared) => Declared) => {
    const birthdate = 'LANDLORD-FIELD-policyholder.person.birthdate-required';
    const ids = `LASTMOD-01,PATH-01,STARTDATE-01,${birthdate}`;
    const args = ['--line', 'travel,landlord', '--requirement', ids, '--runs', '1'];
    const out = join(root, key);
    await service.call(['gate', ...args, '--no-allure', '--seed', '7', '--out', out], declare);
    const { items } = readJsonLines<CellVerdict>(join(out, 'latest', 'verdicts.jsonl'));
    return new Map(items.map((each) => [each.cell, each]));
  };
  beforeAll(async () => {
    service = await startOutsideService(root, showsLittle);
    before = await judged('none', (target) => target);
  }, TIMEOUT);
  afterAll(() => service.close());

  test.each([
    ['decisions.lastModified', false],
    ['decisions.purchaseMoment', 'payment'],
    ['decisions.landlordBirthdateRequired', false],
    ['decisions.paymentStatusExists', false],
    ['decisions.downloadReady', false],
    ['features.landlordLeads', false],
  ])('%s is listed with them', async (key, value) => {
    const [above = '', name = ''] = key.split('.');
    const after = await judged(key, declared(above, { [name]: value }));
    const silenced = [...after.values()].filter(
      ({ cell, verdict }) => verdict === 'observed' && before.get(cell)?.verdict !== 'observed',
    );
    const facts = { ...sampleFacts, [above]: { ...STRICT[above], [name]: value } };
    const row = SILENCING_KEYS.find((each) => each.key === key && each.becomes === 'observed');

    expect(silenced).not.toEqual([]);
    expect(
      silenced
        .filter(({ requirement, operation: on }) => !row?.why(requirement, on, facts))
        .map(({ cell }) => cell),
    ).toEqual([]);
  });
});

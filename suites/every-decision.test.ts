import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, afterAll, beforeAll, describe } from 'vitest';
import { targetJsonSchema } from '../client/target/target-json-schema.ts';
import type { CellVerdict } from '../oracles/finding.ts';
import type { Changes, Choices } from '../reference/choices.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { targetDocument } from '../reference/target-document.ts';
import { readJsonLines } from '../store/json-lines.ts';
import { type Declared, startOutsideService, declared } from './testing/outside-service.ts';
import { SILENCING_KEYS } from '../oracles/silencing.ts';
import { sampleFacts } from '../oracles/testing/sample-facts.ts';
import type { Tables } from '../reference/call.ts';
import { drawn, drawnInTurn } from '../tools/testing/drawn.ts';

/** A correct service with a decision that no dialect makes, and its declaration in the target. */
interface Decided {
  readonly name: string;
  readonly lines: string;
  readonly service: Changes<Choices>;
  readonly target: Declared;
}

const LINES = 'jobloss,travel,landlord,gap';

const DECIDED: readonly Decided[] = [
  {
    name: 'whose target reads what it can narrowly, and leaves out what it can',
    lines: LINES,
    service: { checkpoints: { personXorCompany: 'price' } },
    target: {
      decisions: {
        checkpoints: { personXorCompany: 'price' },
        purchaseMoment: 'payment',
        readBackDelay: 200,
        lastModified: true,
        othersMayRead: false,
        deleteCarriesBody: false,
        landlordBirthdateRequired: false,
      },
      features: {},
    },
  },
  {
    name: 'of which nothing may be bought and nobody be written to',
    lines: LINES,
    service: { othersMay: 'read' },
    target: {
      decisions: {
        readBackDelay: 200,
        othersMayRead: true,
        draftsMayHoldInvalidEmail: true,
        paymentStatusExists: true,
        downloadReady: true,
      },
      sideEffects: { leads: 'never', contracts: 'never' },
    },
  },
  {
    // Motor gap must not price a draft that breaks its schema (E5).
    name: 'that looks at nothing before the contract',
    lines: 'jobloss,travel,landlord',
    service: { checkpoints: { schema: 'contract', personXorCompany: 'contract' } },
    target: {
      decisions: {
        checkpoints: { schema: 'contract' },
        purchaseMoment: 'contract',
        readBackDelay: 200,
        othersMay: 'nothing',
        deleteCarriesBody: true,
        landlordBirthdateRequired: true,
        downloadReady: true,
      },
      features: { landlordLeads: true },
      sideEffects: { leads: 'allow', contracts: 'allow' },
    },
  },
];

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** A key with enumerable values; undefined: left out. */
interface Key {
  readonly path: readonly string[];
  readonly values: readonly unknown[];
}

const keysIn = (path: readonly string[], schema: Schema): readonly Key[] => {
  const below = Object.entries(schema.properties ?? {});
  if (below.length > 0) return below.flatMap(([key, each]) => keysIn([...path, key], each));
  const values = schema.enum ?? (schema.type === 'boolean' ? [true, false] : []);
  return values.length === 0 ? [] : [{ path, values: [...values, undefined] }];
};

/** The keys for decisions of a service. */
const KEYS = keysIn([], targetJsonSchema()).filter(({ path: [above = ''] }) =>
  ['decisions', 'features', 'sideEffects'].includes(above),
);

const valueAt = (document: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Declared | undefined)?.[key], document);

test('every value of every decision belongs to a correct service that is tested, here or by the exam', () => {
  const addresses = { base_url: 'http://127.0.0.1:1', gap_base_url: 'http://127.0.0.1:1' };
  const tried = [
    ...DIALECTS.map(({ name, choices }) => targetDocument(name, choices, addresses)),
    ...DECIDED.map(({ target }) => target),
  ];
  const untried = KEYS.flatMap(({ path, values }) => {
    const known = new Set(tried.map((document) => valueAt(document, path)));
    return values
      .filter((value) => !known.has(value))
      .map((value) => `${path.join('.')}: ${JSON.stringify(value) ?? 'left out'}`);
  });

  expect(KEYS.length).toBeGreaterThan(15);
  expect(untried).toEqual([]);
});

test.each(drawnInTurn('decided services', DECIDED))(
  'a correct service $name leaves no cell open',
  async ({ lines, service: decided, target }) => {
    const root = mkdtempSync(join(tmpdir(), 'assay-decided-'));
    const service = await startOutsideService(root, undefined, decided);
    onTestFinished(async () => {
      await service.close();
      rmSync(root, { recursive: true, force: true });
    });
    const args = ['gate', '--line', lines, '--runs', '1', '--no-allure', '--seed', '7'];
    const { code, stdout } = await service.call([...args, '--out', root], (document) => ({
      ...document,
      ...target,
    }));
    const { items } = readJsonLines<CellVerdict>(join(root, 'latest', 'verdicts.jsonl'));
    const open = items.filter(({ verdict }) => ['fail', 'inconclusive'].includes(verdict));

    expect(open.map(({ cell, got }) => `${cell}: ${got}`)).toEqual([]);
    expect({ code, stdout }).toMatchObject({ code: 0 });
  },
);

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-observed-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const STRICT: Readonly<Record<string, object>> = {
  decisions: { ...sampleFacts.decisions, paymentStatusExists: true, downloadReady: true },
  features: { landlordLeads: true },
};

/** Sends no Last-Modified, and has no payment status, no document and no landlord leads. */
const showsLittle = (tables: Tables): void => {
  tables.finish.push((call, reply) => {
    const { step, comingSoon } = call.operation;
    const isMissing = ['payment-status', 'contract-download'].includes(step) || comingSoon === true;
    if (isMissing && reply.status < 400) return { ...reply, status: 404 };
    const headers = Object.entries(reply.headers ?? {}).filter(([key]) => !/^last-m/i.test(key));
    return { ...reply, headers: Object.fromEntries(headers) };
  });
};

describe('a key by which cells are only observed', () => {
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
  });
  afterAll(() => service.close());

  const keys = [
    ['decisions.lastModified', false],
    ['decisions.purchaseMoment', 'payment'],
    ['decisions.landlordBirthdateRequired', false],
    ['decisions.paymentStatusExists', false],
    ['decisions.downloadReady', false],
    ['features.landlordLeads', false],
  ] as const;

  test.each(drawn(keys, 1))('%s is listed with them', async (key, value) => {
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

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { CANARIES } from '../../client/testing/canaries.ts';
import { packedDataOf } from '../../reports/testing/packed-data.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { echoInTurn, encodedForms } from '../../client/testing/echo-in-turn.ts';
import { startEchoingGateway } from '../../client/testing/echoing-gateway.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-encoded-canaries-'));
afterAll(() => rmSync(root, { recursive: true }));

const NAMES = CANARIES.map((_, at) => `CANARY_TOKEN_${at}`);
const [owner, other, withoutRights] = [
  'owner-t0ken-4711',
  'other-t0ken-4711',
  'norights-t0ken-4711',
];
const SECRETS = [...CANARIES, owner, other, withoutRights];

const environment: Readonly<Record<string, string>> = {
  ...Object.fromEntries(NAMES.map((name, at) => [name, CANARIES[at] ?? ''])),
  OWNER_TOKEN: owner,
  OTHER_TOKEN: other,
  NORIGHTS_TOKEN: withoutRights,
};

const targetAt = (address: string): string => {
  const bearer = (name: string) => ({ auth: { scheme: 'bearer', token: `\${${name}}` } });
  return JSON.stringify({
    name: `a service that knows ${NAMES.map((name) => `\${${name}}`).join(' ')}`,
    base_url: address,
    identities: {
      owner: bearer('OWNER_TOKEN'),
      other: bearer('OTHER_TOKEN'),
      withoutRights: bearer('NORIGHTS_TOKEN'),
    },
  });
};

/** Every file below a folder, decompressed if necessary. */
const textsBelow = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .flatMap((file): (readonly [string, string])[] => {
        const path = join(file.parentPath, file.name);
        const name = path.slice(folder.length + 1);
        const bytes = readFileSync(path);
        if (name.endsWith('.gz')) return [[name, gunzipSync(bytes).toString()]];
        const packed = [...packedDataOf(bytes.toString())];
        return [
          [name, bytes.toString()],
          ...packed.map(([inner, text]): [string, string] => [`${name}/${inner}`, text]),
        ];
      }),
  );

test('of forty secrets in every encoding nothing is in anything that a gate leaves or prints', async () => {
  const shown = { owner, other, withoutRights };
  const gateway = await startEchoingGateway(shown, SECRETS, ['gap-priced-with-201'], echoInTurn);
  const target = join(root, 'target.json');
  writeFileSync(target, targetAt(gateway.address));
  const out = join(root, 'out');
  const line = ['--line', 'gap', '--runs', '1', '--seed', '7'];
  const reports = ['--gzip', '--report', '--verbose', '--junit', join(out, 'j.xml'), '--out', out];
  const some = ['--requirement', 'AUTH-0*,STATUS-01,DRAFT-0*,GAP-CONTRACT-0*'];

  const run = await callCli(['gate', '--target', target, ...line, ...some, ...reports], {
    environment,
  });
  await gateway.close();
  const files = textsBelow(out);
  const texts = new Map([...files, ['stdout', run.stdout], ['stderr', run.stderr]]);
  const needles = [...new Set(SECRETS.flatMap(encodedForms))];
  const leaks = [...texts].flatMap(([file, text]) =>
    needles.filter((needle) => text.includes(needle)).map((needle) => `${file}: ${needle}`),
  );

  expect([run.code, run.stderr]).toEqual([1, '']);
  expect(needles.length).toBeGreaterThan(40 * 12);
  expect(leaks.slice(0, 5)).toEqual([]);
  // No compressed bytes are left.
  const exchanges = [...files].find(([file]) => file.endsWith('/exchanges.jsonl'))?.[1] ?? '';
  expect(exchanges).toContain('bytes that hold a secret');
  expect(exchanges).not.toContain('"encoding":"base64"');
  // The secrets were present, and the search covers all files.
  const names = [...files.keys()].join('\n');
  for (const name of ['exchanges.jsonl', 'evidence.jsonl', 'report.html', 'junit.xml'])
    expect(names).toContain(`/${name}`);
  expect(names).toMatch(/\.run\.tar\.gz$/m);
  expect(names).toMatch(/^.*allure-report\/index\.html\/.+/m);
});

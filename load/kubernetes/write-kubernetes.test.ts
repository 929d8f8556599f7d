import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { testRunOf } from './manifests.ts';
import { testRunErrors } from '../testing/test-run-errors.ts';
import type { K6 } from '../k6/k6.ts';
import { runArchive } from '../testing/run-archive.ts';
import { SHORT_PROFILE } from '../testing/short-profile.ts';
import { k6ForTests, withK6 } from '../testing/test-k6.ts';
import { readLoadRecord } from '../../store/load/load-record.ts';
import {
  type Echo,
  echoAll,
  type EchoingGateway,
  formsOf,
  startEchoingGateway,
} from '../../client/testing/echoing-gateway.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const RUN = 'assay-20260301-020000-1';
const TOKEN = 'canary/4c1f+9aa0=secret';
let folder = '';
let found: K6 | { readonly reason: string };
let gateway: EchoingGateway;
/** True if correct answers also have a member with the token in every encoding. */
let isTalkative = false;

const echo: Echo = async (from, to, secrets, count) => {
  if (!isTalkative || from.status !== 200) {
    await echoAll(from, to, secrets, count);
    return;
  }
  const forms = secrets.flatMap(formsOf);
  const {
    'content-length': _,
    'transfer-encoding': __,
    ...headers
  } = Object.fromEntries(from.headers);
  to.writeHead(200, { ...headers, 'x-echo-forms': forms });
  to.end((await from.text()).replace('{', `{"said":${JSON.stringify(forms)},`));
};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-kubernetes-test-'));
  found = await k6ForTests();
  const shown = { owner: TOKEN, other: 'another one', withoutRights: 'a third one' };
  gateway = await startEchoingGateway(shown, [TOKEN], [], echo);
}, 700_000);
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);
const textOf = (name: string): string => readFileSync(at(name), 'utf8');

test.for(
  drawnInTurn('Kubernetes', [
    'two instances run a load for Kubernetes elsewhere, and are merged into one verdict',
  ]),
)('%s', async (_title, context) => {
  const environment = { ...withK6(context, found), ASSAY_TOKEN: TOKEN };
  const owner = { auth: { scheme: 'bearer', token: '${ASSAY_TOKEN}' } };
  writeFileSync(at('target.yaml'), stringify({ base_url: gateway.address, identities: { owner } }));
  writeFileSync(at('p.yaml'), stringify({ ...SHORT_PROFILE, journeys: 1 }));
  const args = ['--profile', at('p.yaml'), '--target', at('target.yaml'), '--line', 'travel'];
  const written = await callCli(['load', ...args, '--kubernetes', at('k8s'), '--out', at('out')], {
    environment,
  });
  // A slow machine sees the progress.
  expect(written.stderr.replaceAll(/^ *\d+ of \d+, .*\n/gm, '')).toBe('');
  expect(written.code).toBe(0);
  const files = readdirSync(at('k8s'));
  expect(files.toSorted()).toEqual(
    'README.md archive.yaml claim.yaml copy.yaml credential.sh load.tar merge.yaml run.sh test-run.yaml'.split(
      ' ',
    ),
  );
  // No file contains the credential.
  for (const name of files) expect(textOf(`k8s/${name}`)).not.toContain(TOKEN);
  expect(textOf('k8s/credential.sh')).toContain('Bearer $ASSAY_TOKEN');

  const { spec } = parse(textOf('k8s/test-run.yaml')) as ReturnType<typeof testRunOf>;
  expect(testRunErrors(spec)).toEqual([]);
  expect(spec).toMatchObject({ parallelism: 2, separate: true });
  const credential = { headers: { authorization: `Bearer ${TOKEN}` }, query: '' };
  const run = (results: string) =>
    runArchive({
      k6: (found as K6).path,
      archive: at('k8s/load.tar'),
      args: spec.args,
      instances: spec.parallelism,
      results: at(results),
      run: RUN,
      secrets: `credential=${JSON.stringify(credential)}\n`,
    });
  expect(await run('results')).toEqual([0, 0]);
  // The service echoes the token in every answer, in each encoding; the pods' results lie on the volume until the
  // merge.
  const left = readdirSync(at('results')).map((name) => textOf(`results/${name}`));
  expect(left.join('')).toMatch(/"headers\\":\{\\"content-type\\":/);
  expect(left.join('')).not.toContain('x-echo');
  for (const form of formsOf(TOKEN)) expect(left.join('')).not.toContain(form);

  const merged = await callCli(['merge', at('results'), '--run', RUN, '--out', at('out')], {
    environment,
  });
  expect(merged.stderr).toBe('');
  expect(merged.stdout).toMatch(/^load: PASS, 1 line, 2\d requests, .* 2\d judged in full/m);
  expect(merged.code).toBe(0);
  const record = readLoadRecord(at('out/latest/load.json'));
  expect(record.instances).toBe(2);
  expect(record.lines[0]?.sketch?.count).toBe(record.lines[0]?.requests);
  expect(record.journeys.ended).toBeGreaterThan(0);
  expect(record.notes).toContainEqual(
    expect.stringMatching(/^2 instances of k6, started within \d+ ms/),
  );
  expect(JSON.stringify(record)).not.toContain(TOKEN);

  isTalkative = true;
  expect(await run('talkative')).toEqual([0, 0]);
  isTalkative = false;
  const talkative = await callCli(['merge', at('talkative'), '--out', at('said')]);
  const kept = ['talkative', 'said'].flatMap((name) =>
    readdirSync(at(name), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map((each) => readFileSync(join(each.parentPath, each.name), 'utf8')),
  );
  expect(talkative.stdout).toMatch(
    /answers that differ from those before the load, .*‹redacted credential›/,
  );
  const all = [talkative.stdout, ...kept].join('');
  expect(formsOf(TOKEN).filter((form) => all.includes(form))).toEqual([]);
  expect(all.includes('x-echo')).toBe(false);
  // A log that lost what the scripts saw does not make the run green.
  for (const name of readdirSync(at('talkative')).filter((each) => each.endsWith('.log'))) {
    const lines = textOf(`talkative/${name}`).split('\n');
    const lost = lines.filter((line) => !line.includes(String.raw`{\"assay\":\"unlike\"`));
    writeFileSync(at(`talkative/${name}`), lost.join('\n'));
  }
  const lost = await callCli(['merge', at('talkative'), '--out', at('said')]);
  expect(lost.stdout).toMatch(
    /answers differed from those before the load, but the logs contain none of them/,
  );
  expect(lost.code).toBe(3);

  const [one = '', other = ''] = readdirSync(at('results'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => at(`results/${name}`));
  const merge = (...given: readonly string[]) => callCli(['merge', ...given, '--out', at('out')]);
  const alone = await merge(one);
  expect(alone.stdout).toMatch(/✗ instance \d of 2 is missing: it left no result/);
  expect(alone.code).toBe(3);
  const silent = await merge(one, other);
  expect(silent.stdout).toMatch(
    /✗ the logs contain 0 of the \d+ answers to be judged; name the whole log/,
  );
  expect(silent.code).toBe(3);
  // The folder was run again, and no instance lived to leave a result: nothing old is judged.
  const again = await merge(at('results'), '--run', 'assay-20260301-020000-2');
  expect(again.stdout).toBe(
    `skipped: results of ${RUN}, since only assay-20260301-020000-2 is judged\nload: INVALID, no result of a k6 instance of run assay-20260301-020000-2 in ${at('results')}: expected an instance-….json of each\n`,
  );
  expect(again.code).toBe(3);
  // Its log does not stand in for that of another run.
  mkdirSync(at('mixed'));
  for (const name of readdirSync(at('results'))) {
    const text = textOf(`results/${name}`);
    const isLog = name.endsWith('.log');
    writeFileSync(at(`mixed/${name}`), isLog ? text : text.replaceAll(RUN, `${RUN}-2`));
  }
  expect((await merge(at('mixed'))).stdout).toMatch(
    /the logs contain 0 of the \d+ answers to be judged/,
  );
  copyFileSync(one, at('copy.json'));
  const twice = await merge(one, at('copy.json'));
  expect(twice.stderr).toMatch(/are both of instance \d of 2; name each instance once/);
  expect(twice.code).toBe(2);
});

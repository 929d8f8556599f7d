import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type LocalServer, startLocalServer } from '../client/testing/local-server.ts';
import { startReference } from '../reference/start.ts';
import { callCli } from '../cli/testing/call-cli.ts';
import { ATTACKS, GATE, markerOf, REPLAY } from './testing/untrusted-run-attacks.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-mailed-'));
const TOKEN = 'canary-of-the-caller';

/** The caller's service, a target file that describes it, and a run of it. */
let service: Awaited<ReturnType<typeof startReference>>;
let own = '';
/** The attacker's resources: a listening address, and the run that they send. */
let trap: LocalServer;
let mailed = '';

const call = (args: readonly string[], cwd: string, environment: Record<string, string> = {}) =>
  callCli(args, { cwd, environment: { ...service.environment, ...environment } });

const runIn = (out: string): string =>
  join(out, readdirSync(out).find((name) => /-gate-\d+$/.test(name)) ?? '');

beforeAll(async () => {
  service = await startReference({});
  trap = await startLocalServer((_request, response) => response.writeHead(200).end('{}'));
  own = join(root, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 't.json'), JSON.stringify(service.target));
  const made = await call([...GATE, '--target', 't.json', '--out', 'out'], own);
  if (made.code !== 0) throw new Error(made.stdout + made.stderr);
});
afterAll(async () => {
  await Promise.all([service.close(), trap.close()]);
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  mailed = join(mkdtempSync(join(root, 'mail-')), 'run');
  cpSync(runIn(join(own, 'out')), mailed, { recursive: true });
});

describe('a run that came by mail', () => {
  test.each(ATTACKS.map((attack) => [attack.what, attack] as const))(
    'with %s sends nothing anywhere and executes nothing',
    async (_what, { lay, args = REPLAY, inRun, environment, says }) => {
      lay({ run: mailed, trap: trap.address });
      const filled = args.map((arg) => arg.replace('{run}', mailed).replace('{own}', own));
      const out = ['gate', 'replay'].includes(filled[0] ?? '')
        ? ['--out', join(mailed, '../out')]
        : [];
      const cwd = inRun ? mailed : join(mailed, '..');

      const { code, stdout, stderr } = await call([...filled, ...out], cwd, {
        ASSAY_TOKEN: TOKEN,
        ...environment,
      });

      expect(stdout + stderr).toMatch(says);
      expect(code).toBe(2);
      expect(trap.received).toEqual([]);
      expect(existsSync(markerOf({ run: mailed }))).toBe(false);
    },
  );
});

describe('a run of your own is replayed', () => {
  const replay = (...more: string[]) =>
    call(['replay', 'VERSION-01', '--out', 'out', ...more], own);

  test('with its own target', async () => {
    expect(await replay('--target', 't.json')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^replays out\/\S+-gate-\d+ /),
    });
  });

  test('by the printed line, which names what its caller had named', async () => {
    const faulty = await startReference({ faults: ['jobloss-updated-with-204'] });
    onTestFinished(() => faulty.close());
    const folder = join(root, 'faulty');
    mkdirSync(folder);
    writeFileSync(join(folder, 't.json'), JSON.stringify(faulty.target));
    const gate = ['gate', '--line', 'jobloss', '--requirement', 'STATUS-01', '--no-allure'];
    const options = { cwd: folder, environment: faulty.environment };

    const made = await callCli([...gate, '--target', 't.json', '--out', 'out'], options);
    const [, line = ''] = /^ {2}replay {2}assay (.+)$/m.exec(made.stdout) ?? [];
    const again = await callCli([...line.split(' '), '--out', 'out'], options);

    expect(line).toMatch(/ --target t\.json$/);
    expect(again).toMatchObject({ code: 1, stdout: expect.stringMatching(/^replays out\/\S+ /) });
  });

  test('with the address from the environment', async () => {
    const bare = join(root, 'bare');
    mkdirSync(bare);
    const [name = ''] = Object.keys(service.environment);
    const environment = {
      ASSAY_BASE_URL: service.base_url,
      ASSAY_TOKEN: service.environment[name] ?? '',
    };
    const made = await call([...GATE, '--out', 'out'], bare, environment);
    const again = await call(['replay', 'VERSION-01', '--out', 'out'], bare, environment);

    expect([made.code, again.code]).toEqual([0, 0]);
    expect(again.stdout).toMatch(/^replays /);
  });

  test('replays a run of the embedded service without further options', async () => {
    const embedded = join(root, 'embedded');
    mkdirSync(embedded);
    await callCli([...GATE, '--out', 'out'], { cwd: embedded });

    expect(
      await callCli(['replay', 'VERSION-01', '--out', 'out'], { cwd: embedded }),
    ).toMatchObject({ code: 0 });
  });
});

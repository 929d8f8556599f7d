import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { callCli } from '../../cli/testing/call-cli.ts';
import { processEnvironment } from '../../client/target.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

const TOKENS = ['owner-7f3a91', 'other-52c8e0', 'no-rights-1d64'];
const NAMES = ['ASSAY_TOKEN', 'ASSAY_OTHER_TOKEN', 'ASSAY_NO_RIGHTS_TOKEN'];

/** Starts the service that was written from the specification alone; its address. */
const startQuoting = async (name: string): Promise<string> => {
  const program = join(import.meta.dirname, name);
  const service = spawn('python3', [program, ...TOKENS], {
    env: processEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void service.kill());
  const [line] = (await once(service.stdout, 'data')) as [Buffer];
  return line.toString().trim();
};

test.for(drawnInTurn('foreign services', ['quoting.py']))(
  'judges a foreign service, %s, with only init and doctor, without a hand-written key',
  async (name, { skip }) => {
    if (spawnSync('python3', ['--version'], { env: processEnvironment() }).status !== 0)
      skip('no python3 on this machine');
    const address = await startQuoting(name);
    const cwd = mkdtempSync(join(tmpdir(), 'assay-foreign-'));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    const assay = (...args: readonly string[]) => callCli(args, { cwd });

    const begun = await assay('init', '--yes', '--base-url', address, '--identities', '3');
    writeFileSync(join(cwd, '.env'), NAMES.map((name, at) => `${name}=${TOKENS[at]}\n`).join(''));
    const visited = await assay('doctor', '--target', 'target.yaml', '--write');
    const text = readFileSync(join(cwd, 'target.yaml'), 'utf8');
    const target = parse(text) as Record<string, unknown>;
    const again = await assay('doctor', '--target', 'target.yaml', '--line', 'gap');
    const judged = await assay(
      'gate',
      '--target',
      'target.yaml',
      '--line',
      'landlord,gap',
      '--no-allure',
      '--quiet',
    );

    expect(begun.stdout).toMatch(/^This writes a target file, .*\n.*identities/);
    expect(visited).toMatchObject({ code: 0, stderr: '' });
    expect(text).toMatch(/^# yaml-language-server: \$schema=.*target\.schema\.json\n/);
    expect(target).toMatchObject({
      envelope: '/result',
      gapPrice: '/offer/premium',
      prices: { jobloss: { amount: '/offer/premium' } },
      bodies: { 'travel.contract-create': { transactionAmount: { value: '{{price.amount}}' } } },
    });
    // Below the envelope the id of a landlord draft has a name that is tried anyway.
    expect(target['ids']).not.toHaveProperty('landlord.draft');
    expect(again.stdout).toMatch(/\n\n\d+ calls, .*; next: assay gate/);
    expect(judged.stdout).toContain('conformant: 18 of 18 operations reached, 0 failed');
    expect(judged.code).toBe(0);
  },
);

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { serverCertificate } from '../testing/test-certificates.ts';
import { startReference } from '../../reference/start.ts';
import { readCertificate } from '../../store/certificate/check-certificate.ts';
import { readRunRecord } from '../../store/run-record.ts';
import { callCli } from '../../cli/testing/call-cli.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';

/** The reference service with an untrusted certificate. */
const startSecure = async () => {
  const running = await startReference({ dialect: 'plain' });
  const { port, pathname } = new URL(running.base_url);
  const server = createServer(serverCertificate(), (caller) => {
    const service = connect(Number(port), '127.0.0.1');
    for (const end of [caller, service]) end.on('error', () => service.destroy());
    caller.pipe(service).pipe(caller);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = (server.address() as AddressInfo).port;
  const cwd = mkdtempSync(join(tmpdir(), 'assay-insecure-'));
  onTestFinished(async () => {
    await running.close();
    server.close();
    rmSync(cwd, { recursive: true });
  });
  const file = join(cwd, 't.json');
  const { identities } = running.target;
  writeFileSync(
    file,
    JSON.stringify({ base_url: `https://localhost:${own}${pathname}`, identities }),
  );
  const assay = (args: readonly string[], environment: Record<string, string> = {}) =>
    callCli(args, { environment: { ...running.environment, ...environment }, cwd });
  return { file, cwd, assay };
};

test.each(
  drawnInTurn('unverified runs', [
    'a run without verification says so first and records it; a replay needs the flag again',
  ]),
)('%s', async () => {
  const { file, cwd, assay } = await startSecure();
  const options = ['--line', 'travel', '--requirement', 'PATH-01', '--out', cwd, '--no-allure'];

  const refused = await assay(['gate', '--target', file, ...options]);
  const taken = await assay(['gate', '--target', file, '--insecure', ...options]);

  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('no TLS connection can be established');
  expect(taken.stdout.split('\n')[1]).toContain('certificates are not verified (--insecure)');
  const [name = ''] = readdirSync(cwd).filter((each) => each.includes('-gate-'));
  expect(readRunRecord(join(cwd, name, 'run.json')).target).toMatchObject({ insecure: true });

  const again = ['replay', 'PATH-01', '--run', join(cwd, name), '--out', cwd, '--target', file];
  const verified = await assay(again);
  const replayed = await assay([...again, '--insecure']);
  expect(verified.stderr).toContain('no TLS connection can be established');
  expect(replayed.stdout).toContain('certificates are not verified (--insecure)');
  expect(replayed.code).toBe(taken.code);
});

test.each(
  drawnInTurn('unverified by Node', [
    "Node's own variable has the same effect: printed first, recorded, never certified",
  ]),
)('%s', async () => {
  const { file, cwd, assay } = await startSecure();
  const options = ['--line', 'travel', '--requirement', 'PATH-01', '--out', cwd, '--no-allure'];
  const unverified = { NODE_TLS_REJECT_UNAUTHORIZED: '0', LD_PRELOAD: '' };

  const taken = await assay(['certify', '--target', file, '--runs', '1', ...options], unverified);

  const [name = ''] = readdirSync(cwd).filter((each) => each.includes('-certify-'));
  const record = readRunRecord(join(cwd, name, 'run.json'));
  expect(taken.stdout.split('\n')[1]).toMatch(
    /^certificates are not verified \(NODE_TLS_REJECT_UNAUTHORIZED=0\)/,
  );
  expect(record.target).toMatchObject({ insecure: true });
  expect(record.environment).toEqual([
    { name: 'NODE_TLS_REJECT_UNAUTHORIZED', effect: 'insecure' },
  ]);
  const text = readFileSync(join(cwd, name, 'certificate.json'), 'utf8');
  const { whyNoCertificate } = readCertificate(text, 'it').statement.predicate;
  expect(whyNoCertificate).toContain('the run did not verify the TLS certificate (--insecure)');
});

test.each(['gate', 'certify', 'doctor', 'load'])(
  '%s refuses the variable for other hosts',
  async (command) => {
    const refused = await callCli([command, '--base-url', 'https://staging.example'], {
      environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });

    expect(refused.stderr).toMatch(
      /NODE_TLS_REJECT_UNAUTHORIZED=0\n +expected .*\n +got +staging\.example\n +unset NODE_TLS_REJECT_UNAUTHORIZED: /,
    );
    expect(refused.code).toBe(2);
  },
);

test.each(['gate', 'certify', 'doctor', 'load'])(
  '%s refuses --insecure for other hosts, and with the embedded service',
  async (command) => {
    const elsewhere = ['--base-url', 'https://staging.example', '--insecure'];

    const refused = await callCli([command, ...elsewhere]);
    const embedded = await callCli([command, '--insecure']);

    expect(refused.stderr).toMatch(
      /--insecure\n +expected .*\n +got +staging\.example\n.*ca: ca\.pem/,
    );
    expect(embedded.stderr).toContain('--insecure: the reference service uses no TLS');
    expect([refused.code, embedded.code]).toEqual([2, 2]);
  },
);

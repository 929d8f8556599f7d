import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReference } from '../reference/start.ts';
import { callCli } from './testing/call-cli.ts';

// A function does not cross threads: the thread of the suites loads such a target by itself.
test.each([
  ['shown by vitest', []],
  ['by themselves', ['--no-allure']],
])('a target in TypeScript with a function for a body is judged, its suites %s', async (_, how) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-functions-'));
  const service = await startReference();
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
  });
  const file = join(folder, 'target.ts');
  const written = JSON.stringify(service.target);
  writeFileSync(
    file,
    `const target = ${written};\nexport default { ...target, bodies: { ...target.bodies, 'jobloss.price-request': () => ({}) } };\n`,
  );

  const args = ['gate', '--target', file, '--out', join(folder, 'out'), '--requirement', 'AUTH-01'];
  const { code, stdout } = await callCli([...args, '--line', 'jobloss', ...how], {
    environment: service.environment,
  });

  expect(stdout).toMatch(/^conformant[^:]*: /m);
  expect(code).toBe(0);
});

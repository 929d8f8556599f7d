import { expect, test } from 'vitest';
import { FAULTS } from '../reference/faults.ts';
import { readBaseline } from './exam/baseline.ts';
import { spawnCli } from './spawn-cli.ts';

test('the plain service conforms, and faults of its contracts are caught by their names alone', async () => {
  const { stdout, stderr, code } = await spawnCli(
    ['exam', '--fault', 'gap-contract-location-*', '--dialect', 'plain', '--seeds', '1'],
    { limit: 540_000 },
  );

  expect(stderr).not.toMatch(/^assay:/m);
  expect(stdout.split('\n').filter((line) => /^[✗!]/.test(line))).toEqual([]);
  expect(stdout).toMatch(/exam: (\d+) of \1 faults caught, \1 by name, 0 collateral/);
  expect(stdout).toMatch(/0 false failures in 1 dialects \(1 runs\)/);
  expect(code).toBe(0);
}, 560_000);

test('recorded answers that are changed in one point are judged by name', async () => {
  const { stdout, code } = await spawnCli(['exam', '--mutations'], { limit: 200_000 });

  expect(stdout).toMatch(/^mutations: (\d+) of \1 broken answers failed by name, 0 of/m);
  expect(code).toBe(0);
}, 220_000);

test('the baseline names faults that exist, and says why where one is not caught exactly', () => {
  const { faults, reasons } = readBaseline();
  const known = new Set(FAULTS.map(({ id }) => id));

  expect(Object.keys(faults).filter((id) => !known.has(id))).toEqual([]);
  const wanting = Object.keys(faults).filter((id) => faults[id] !== 'exact');
  expect(wanting.filter((id) => reasons[id] === undefined)).toEqual([]);
});

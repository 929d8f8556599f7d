import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { machineLoad, type MachineReading, readMachine, isOnThisMachine } from './machine-load.ts';

const reading = (change: Partial<MachineReading> = {}): MachineReading => ({
  busy: 10_000,
  own: new Map([[1, 500]]),
  waited: 100,
  ready: 3,
  cores: 2,
  ...change,
});

test('subtracts this process and its descendants from the load of the machine', () => {
  const after = reading({
    busy: 11_500,
    // The third is new, and the second has ended.
    own: new Map([
      [1, 800],
      [3, 200],
    ]),
    waited: 350,
  });
  const before = reading({
    own: new Map([
      [1, 500],
      [2, 9000],
    ]),
  });
  expect(machineLoad(before, after, 1000)).toEqual({ others: 0.5, pressure: 0.25, queue: 1.5 });
});

test('unreported values are null, and shares are between 0 and 1', () => {
  const silent = reading({ busy: null, waited: null, ready: null, cores: null, own: new Map() });
  expect(machineLoad(silent, silent, 1000)).toEqual({ others: null, pressure: null, queue: null });
  const own = reading({ own: new Map([[1, 5000]]), waited: 5000 });
  expect(machineLoad(reading(), own, 1000)).toMatchObject({ others: 0, pressure: 1 });
});

test.skipIf(process.platform !== 'linux')(
  'CPU time of this process and its children is its own',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => 0, 10000)']);
    onTestFinished(() => void child.kill());
    await once(child, 'spawn');
    expect(readMachine().own.has(child.pid ?? 0)).toBe(true);
    const before = readMachine();
    const cpu = process.cpuUsage();
    // CPU is counted in hundredths of a second.
    while (process.cpuUsage(cpu).user < 60_000) await sleep(0);
    const mine = readMachine().own.get(process.pid) ?? 0;
    expect(mine - (before.own.get(process.pid) ?? 0)).toBeGreaterThanOrEqual(40);
    expect(before.cores).toBeGreaterThanOrEqual(1);
  },
);

test.for([
  ['http://127.0.0.1:8080/x', true],
  ['http://localhost:1', true],
  ['http://[::1]:1', true],
  ['https://staging.example', false],
] as const)('%s is on this machine: %s', ([base_url, isLocal]) => {
  const target = { base_url, gap_base_url: 'https://gap.example' };
  expect(isOnThisMachine(target, ['travel', 'gap'])).toBe(isLocal);
  expect(isOnThisMachine(target, ['gap'])).toBe(false);
});

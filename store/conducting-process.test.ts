import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { conductingProcessSchema, isConducting, thisProcess } from './conducting-process.ts';

/** Starts a process that runs until it is killed; returns it with its PID. */
const running = async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6); console.log(1)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return { child, known: { pid: child.pid ?? 0, host: hostname() } };
};

test('a running process conducts its run; a killed one does not', async () => {
  const { child, known } = await running();

  expect(isConducting(known)).toBe(true);

  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  expect(isConducting(known)).toBe(false);
});

test('another process with the PID of a killed one does not conduct its run', async ({ skip }) => {
  if (process.platform !== 'linux') skip('only Linux tells when a process was started');
  const { known } = await running();

  expect(isConducting({ ...known, started: '1' })).toBe(false);
});

test('a zombie does not conduct its run', async ({ skip }) => {
  if (process.platform !== 'linux') skip('needs /proc');
  // The shell prints the PID of its child, and execs a program that never waits for it; then the child ends.
  const script = 'exec 3<&0; sh -c "read _ <&3" & echo $!; exec sleep 1000';
  const parent = spawn('sh', ['-c', script]);
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  parent.stdin.end('\n');

  await expect.poll(() => isConducting({ pid: Number(pid), host: hostname() })).toBe(false);
  // The process table still has it.
  expect(process.kill(Number(pid), 0)).toBe(true);
});

test('the identity of a process is valid in run.json, and its own query recognises it', () => {
  expect(conductingProcessSchema.parse(thisProcess())).toEqual(thisProcess());
  expect(isConducting(thisProcess())).toBe(false);
  expect(isConducting({ pid: process.ppid, host: `not ${hostname()}` })).toBe(false);
});

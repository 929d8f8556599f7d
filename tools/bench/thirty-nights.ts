import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import { readEnvironment } from '../../client/target.ts';
import { type RunningReference, startReference } from '../../reference/start.ts';
import type { HistoryLine } from '../../store/nights/history-line.ts';
import { readHistory } from '../../store/nights/history-file.ts';
import { opensAlarm, seriesNights } from '../../store/nights/series-nights.ts';
import { print } from '../../cli/output/print.ts';

// npm run bench:nights: thirty nights of the real command, with gate, k6 and confirmation runs, against a real
// service that becomes 15 % slower before night 22. Only the clock and the hour of waiting are simulated. About ten
// minutes.

const NIGHTS = 30;
const CHANGED = 22;
/** Latency of every answer in milliseconds, in addition to the service's own. */
const LATENCY = 60;
const OWN = 2;
/** Timeout of a night in seconds. */
const LONGEST = 300;

const PROFILE = `kind: steps
description: a night of a few seconds
warmUp: { rate: 20, seconds: 2 }
steps: [{ rate: 20, seconds: 5 }]
judgeEvery: 10
calibration: 0
validity: { dropped: 0.05, rate: 0.05, lag: 2000, cpu: 0.9, throttled: true, others: 0.2 }
`;

const folder = mkdtempSync(join(tmpdir(), 'assay-thirty-nights-'));
const history = join(folder, 'history.jsonl');

/** Service of a night, at the same two addresses every night. */
const serviceOf = (
  night: number,
  before: RunningReference | undefined,
): Promise<RunningReference> => {
  const isSlower = night >= CHANGED;
  const port = (address: string | undefined): number =>
    address === undefined ? 0 : Number(new URL(address).port);
  return startReference({
    port: port(before?.base_url),
    gapPort: port(before?.gap_base_url),
    latency: isSlower ? Math.round((LATENCY + OWN) * 1.15 - OWN) : LATENCY,
    ...(before ? { secrets: before.environment } : {}),
  });
};

const writeTarget = (service: RunningReference, night: number): void => {
  const load = { slo: { overall: { p95: 1000, errorRate: 0.01 } } };
  const build = { command: `echo 1.${night >= CHANGED ? 1 : 0}` };
  const target = { ...service.target, name: 'thirty nights', load, build };
  writeFileSync(join(folder, 'target.json'), JSON.stringify(target));
};

/** Runs one night; returns its exit code and output. */
const conductOne = (
  night: number,
  { environment }: RunningReference,
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const clock = new Date(Date.UTC(2026, 2, night, 2)).toISOString();
    const args = ['nightly', '--target', 'target.json', '--profile', 'short.yaml'];
    const more = ['--line', 'travel,gap', '--requirement', 'VERSION-01', '--confirm-after', '0'];
    const files = ['--history', history, '--out', 'out', '--notify', 'notice', '--clock', clock];
    const child = spawn(
      process.execPath,
      [join(PROJECT, 'cli/main.ts'), ...args, ...more, ...files],
      {
        cwd: folder,
        // Addresses in the environment would name the caller's service.
        env: { ...readEnvironment(), ...environment, ASSAY_BASE_URL: '', ASSAY_GAP_BASE_URL: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: LONGEST * 1000,
      },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

/** Days of March on which an alarm was raised. */
const alarmsIn = (lines: readonly HistoryLine[]): readonly number[] => [
  ...new Set(
    [...seriesNights(lines).values()]
      .flat()
      .flatMap((night) => (opensAlarm(night) ? [new Date(night.line.at).getUTCDate()] : [])),
  ),
];

const conductAll = async (): Promise<readonly number[]> => {
  writeFileSync(join(folder, 'short.yaml'), PROFILE);
  mkdirSync(join(folder, 'out'));
  let service: RunningReference | undefined;
  for (let night = 1; night <= NIGHTS; night += 1) {
    if (service === undefined || night === CHANGED) {
      await service?.close();
      service = await serviceOf(night, service);
      writeTarget(service, night);
    }
    const { code, output } = await conductOne(night, service);
    const lines = output.trim().split('\n');
    const shown = lines.filter((line) => /^[!✗]|^nightly:/.test(line));
    print(`night ${night}, exit ${code}\n${shown.map((line) => `  ${line}`).join('\n')}`);
  }
  await service?.close();
  return alarmsIn(readHistory(history).lines);
};

const alarms = await conductAll();
const isRight = alarms.length === 1 && alarms[0] === CHANGED;
print(`page    ${join(folder, 'out', 'nightly.html')}`);
print(
  `${isRight ? '✓' : '✗'} confirmed alarms opened on night ${alarms.join(', ') || 'none'}; expected one, on night ${CHANGED}`,
);
process.exitCode = isRight ? 0 : 1;

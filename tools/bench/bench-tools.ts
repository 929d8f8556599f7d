import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../client/target.ts';
import { BARE, JUDGED, USERS } from '../../load/bench.ts';
import { findK6, findOnPath } from '../../load/k6/k6.ts';
import { type SendCost, measureAlone, bareCall } from '../../load/measuring/script-cost.ts';
import { spawnStub } from '../../load/measuring/stub.ts';
import { median, type Measured, pinnedVersion } from './part.ts';
import { measuredProgram } from './measured-program.ts';

/** Version, such as `wrk 4.2.0`; wrk prints it and exits with 1. */
const wrkVersion = async (wrk: string): Promise<string> => {
  const order = { program: wrk, args: ['--version'], seconds: 10, environment: {}, codes: [0, 1] };
  const { output } = await measuredProgram(order);
  return output.join(' ').match(/^wrk \S+/)?.[0] ?? 'wrk';
};

const quoted = (text: string): string => JSON.stringify(text);

/** wrk script of the call, in Lua. */
export const wrkScript = ({ method, headers, body }: ReturnType<typeof bareCall>): string =>
  [
    `wrk.method = ${quoted(method)}`,
    `wrk.body = ${quoted(body)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`,
    ),
  ].join('\n');

/** Parses requests and seconds from wrk's output. Throws if they are missing or if answers were wrong. */
export const readWrk = (output: readonly string[]): Omit<SendCost, 'cpu'> => {
  const text = output.join('\n');
  const [, requests, seconds] = /(\d+) requests in ([\d.]+)s,/.exec(text) ?? [];
  if (requests === undefined || /Non-2xx|Socket errors/.test(text))
    throw new Error(`expected wrk to send requests without an error, got:\n${text}`);
  return { requests: Number(requests), seconds: Number(seconds) };
};

/** Sends one call with wrk, with one thread, for some seconds. */
const fireWrk = async (
  wrk: string,
  call: ReturnType<typeof bareCall>,
  connections: number,
  seconds: number,
  folder: string,
): Promise<SendCost> => {
  const script = join(folder, 'call.lua');
  writeFileSync(script, wrkScript(call));
  const { output, cpu } = await measuredProgram({
    program: wrk,
    args: ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, call.url],
    seconds: seconds + 30,
    environment: {},
  });
  return { ...readWrk(output), cpu };
};

const SECONDS = 8;

/** Program that sends the same call. */
interface Sender {
  readonly name: string;
  readonly send: () => Promise<SendCost>;
}

const fireAutocannon = async (address: string): Promise<SendCost> => {
  const order = { ...bareCall(address), connections: USERS, duration: SECONDS };
  const { output } = await measuredProgram({
    args: [join(import.meta.dirname, 'fire-autocannon.ts'), JSON.stringify(order)],
    seconds: SECONDS + 30,
    environment: {},
  });
  return JSON.parse(output.at(-1) ?? '') as SendCost;
};

const sendersAt = (
  address: string,
  k6: string,
  wrk: string | undefined,
  folder: string,
): readonly Sender[] => [
  { name: 'k6, bare script', send: () => measureAlone(k6, address, BARE, USERS, SECONDS) },
  { name: 'k6, our load script', send: () => measureAlone(k6, address, JUDGED, USERS, SECONDS) },
  { name: 'autocannon', send: () => fireAutocannon(address) },
  ...(wrk === undefined
    ? []
    : [{ name: 'wrk', send: () => fireWrk(wrk, bareCall(address), USERS, SECONDS, folder) }]),
];

const rowOf = (name: string, rounds: readonly SendCost[], base: readonly SendCost[]): string[] => {
  const speed = ({ requests, seconds }: SendCost): number => requests / seconds;
  const thrift = ({ requests, cpu }: SendCost): number => requests / cpu;
  const ratio = rounds.map((each, at) => thrift(each) / thrift(base[at] ?? each));
  return [
    name,
    median(rounds.map(speed)).toFixed(0),
    median(rounds.map(thrift)).toFixed(0),
    median(ratio).toFixed(2),
  ];
};

const compare = async (senders: readonly Sender[], rounds: number): Promise<string[][]> => {
  const sent = senders.map((): SendCost[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { send }] of senders.entries()) sent[at]?.push(await send());
  return senders.map(({ name }, at) => rowOf(name, sent[at] ?? [], sent[0] ?? []));
};

/** Compares the load script with other load generators, each alone and in turns, against one stub. */
export const benchTools = async (
  rounds: number,
  say: (text: string) => void,
): Promise<Measured> => {
  const k6 = await findK6({ onProgress: say });
  const wrk = findOnPath('wrk', processEnvironment());
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const stub = await spawnStub(0);
  try {
    const rows = await compare(sendersAt(stub.address, k6.path, wrk, folder), rounds);
    const versions = [`k6 ${k6.version}`, pinnedVersion('autocannon')];
    return wrk === undefined
      ? { rows: [...rows, ['wrk', 'not on the PATH', '', '']], versions }
      : { rows, versions: [...versions, await wrkVersion(wrk)] };
  } finally {
    await stub.end();
    rmSync(folder, { recursive: true, force: true });
  }
};

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sent } from '../../load/measuring/script-cost.ts';
import type { bareCall } from '../../load/measuring/script-run.ts';
import { measuredProgram } from './measured-program.ts';

/** Such as `wrk 4.2.0`. It says so and ends with 1. */
export const wrkVersion = async (wrk: string): Promise<string> => {
  const order = { program: wrk, args: ['--version'], seconds: 10, environment: {}, codes: [0, 1] };
  const { output } = await measuredProgram(order);
  return output.join(' ').match(/^wrk \S+/)?.[0] ?? 'wrk';
};

const quoted = (text: string): string => JSON.stringify(text);

/** The call as a script of wrk, in Lua. */
export const wrkScript = ({ method, headers, body }: ReturnType<typeof bareCall>): string =>
  [
    `wrk.method = ${quoted(method)}`,
    `wrk.body = ${quoted(body)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`,
    ),
  ].join('\n');

/** Requests and seconds of what wrk prints. Throws where it says neither, or that answers were wrong. */
export const readWrk = (output: readonly string[]): Omit<Sent, 'cpu'> => {
  const text = output.join('\n');
  const [, requests, seconds] = /(\d+) requests in ([\d.]+)s,/.exec(text) ?? [];
  if (requests === undefined || /Non-2xx|Socket errors/.test(text))
    throw new Error(`wrk was to send requests without an error, and said:\n${text}`);
  return { requests: Number(requests), seconds: Number(seconds) };
};

/** Sends one call with wrk, of one thread, for some seconds. */
export const fireWrk = async (
  wrk: string,
  call: ReturnType<typeof bareCall>,
  connections: number,
  seconds: number,
  folder: string,
): Promise<Sent> => {
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

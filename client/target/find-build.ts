import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import type { Exchange } from '../../spec/exchange.ts';
import { createClient } from '../http/client.ts';
import { idAt } from './places.ts';
import { createRedactor } from '../secrets/redactor.ts';
import type { ResolvedTarget } from '../target.ts';
import { UsageError } from '../usage-error.ts';

/** Timeout of a command in milliseconds. */
const LONGEST = 20_000;
/** Maximum characters of a build that are kept. */
const MOST = 200;

type Build = NonNullable<ResolvedTarget['build']>;

const refuse = (what: string): never => {
  throw new UsageError(`build of the target: ${what}; correct it, or remove build`);
};

const firstLine = (text: string): string => text.trim().split('\n')[0]?.trim().slice(0, MOST) ?? '';

const ofCommand = async (command: string): Promise<string> => {
  try {
    const { stdout } = await promisify(exec)(command, { timeout: LONGEST });
    return firstLine(stdout) || refuse(`the command "${command}" printed nothing`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, killed, stderr } = error as { code?: number; killed?: boolean; stderr?: string };
    const how = killed ? `took longer than ${LONGEST / 1000} s` : `ended with ${code}`;
    const stderrLine = firstLine(stderr ?? '');
    return refuse(`the command "${command}" ${how}${stderrLine && ` (${stderrLine})`}`);
  }
};

const ask = async (target: ResolvedTarget, path: string): Promise<Exchange> => {
  const redactor = createRedactor(target);
  const client = createClient({
    target,
    record: { append: (exchange) => ({ n: 1, ...exchange }) },
    onSecret: redactor.learn,
  });
  try {
    const from = { request: { url: target.base_url } } as Exchange;
    const exchange = await client.follow(path, from, { test: 'build' });
    if (exchange === 'foreign') return refuse(`${path} leads outside the target's addresses`);
    return redactor.exchange(exchange);
  } finally {
    await client.close();
  }
};

const ofAnswer = async (
  target: ResolvedTarget,
  build: Exclude<Build, { command: string }>,
): Promise<string> => {
  const exchange = await ask(target, build.path);
  const { response } = exchange;
  const got = response?.status ?? exchange.error?.code ?? 'nothing';
  if ('header' in build) {
    const found = idAt([`header:${build.header}`], exchange);
    if (found !== undefined) return firstLine(found);
    return refuse(
      `expected the header ${build.header} in the answer to GET ${build.path || '/'}, which has none (${got})`,
    );
  }
  if (response === null || response === undefined || response.status >= 400)
    return refuse(`expected an answer to GET ${build.path}, got ${got}`);
  if (build.at === undefined)
    return firstLine(response.body.text) || refuse(`the answer to GET ${build.path} is empty`);
  const found = idAt([build.at], exchange);
  if (found !== undefined) return firstLine(found);
  return refuse(`expected ${build.at} in the JSON of GET ${build.path}, found nothing there`);
};

/**
 * Build of the service, determined as the target declares, without secrets; null if it does not. Throws UsageError, also
 * without secrets: a command has the environment and may print anything.
 */
export const findBuild = async (target: ResolvedTarget): Promise<string | null> => {
  const { build } = target;
  if (build === undefined) return null;
  const redactor = createRedactor(target);
  try {
    const found = 'command' in build ? ofCommand(build.command) : ofAnswer(target, build);
    return redactor.text(await found);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(redactor.text(error.message), { cause: error });
  }
};

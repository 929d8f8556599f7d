import {
  type Call,
  buildRequest,
  UnsendableRequest,
  unsentRequestOf,
} from '../../client/http/build-request.ts';
import type { Client } from '../../client/http/client.ts';
import { type Clock, MACHINE_CLOCK } from '../../client/http/request-pace.ts';
import { answerLimitError } from '../../client/http/answer-limits.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import type { ResolvedTarget, Target } from '../../client/target.ts';
import { testTarget } from '../../client/testing/test-target.ts';
import { callJudge } from '../../oracles/evidence/plain-evidence.ts';
import type { Finding } from '../../oracles/finding.ts';
import { ledger } from '../../oracles/ledger.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { type Exchange, NOT_SENT } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { contextOf } from '../../generators/context.ts';
import { RunMemory } from '../engine/run-memory.ts';
import type { RunPlan } from '../engine/run-plan.ts';
import { cellsOf, type Run } from '../engine/run.ts';
import { createStopSignal } from '../engine/stop.ts';
import type { StubAnswer, StubService } from './stub-service.ts';

const TODAY = '2026-06-15';

const planOf = (line: Line, requirement: RequirementId | undefined): RunPlan => ({
  lines: [line],
  ...(requirement === undefined ? {} : { requirements: [requirement] }),
  source: { document: {} },
  runs: 1,
  seed: 1,
  thorough: false,
  today: TODAY,
  ahead: 0,
  runId: 'stub',
  waivers: [],
  probes: [],
  suites: [],
  lastFailures: [],
  failFast: false,
});

const SECRETS = { scheme: 'bearer', token: 'abcdefghijkl' } as const;

/** A target that declares three identities, and the given keys. */
const targetOf = (document: Partial<Target>): Promise<ResolvedTarget> =>
  testTarget({
    identities: {
      owner: { auth: SECRETS },
      other: { auth: { ...SECRETS, token: 'mnopqrstuvwx' } },
      withoutRights: { auth: { ...SECRETS, token: 'yzabcdefghij' } },
    },
    // Avoids delays for effects that a stub does not have.
    decisions: { readBackDelay: 0, othersMay: 'nothing' },
    ...document,
  });

const responseOf = ({ status, body, raw, headers, rawHeaders }: StubAnswer) => {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const dated = status === 200 ? { 'last-modified': 'Mon, 15 Jun 2026 12:00:00 GMT' } : {};
  const text = body === undefined ? '' : JSON.stringify(body);
  return {
    status,
    headers: { ...json, ...dated, ...headers, ...rawHeaders },
    body: raw ?? ({ encoding: 'utf8', text } as const),
  };
};

/** The request of a call, or the reason why it cannot be sent. */
const sentOf = (call: Call, target: ResolvedTarget) => {
  try {
    return { request: buildRequest(call, target) };
  } catch (error) {
    if (!(error instanceof UnsendableRequest)) throw error;
    const unsent = { code: NOT_SENT, message: error.message };
    return { request: unsentRequestOf(call, target), unsent };
  }
};

const exchangeOf = (
  call: Call,
  n: number,
  service: StubService,
  target: ResolvedTarget,
): Exchange => {
  const { request, unsent } = sentOf(call, target);
  const { method, origin, path, headers: sent, body: bytes } = request;
  const text = new TextDecoder().decode(bytes);
  const response = unsent ? undefined : responseOf(service(call));
  const error = unsent ?? (response && answerLimitError(response.status, response.body));
  return {
    n,
    at: `${TODAY}T12:00:00.000Z`,
    operation: call.operation,
    test: call.test,
    intent: call.intent,
    attempt: 1,
    request: {
      method,
      url: origin + path,
      headers: sent,
      ...(bytes ? { body: { encoding: 'utf8', text } } : {}),
    },
    ...(error ? { error } : response ? { response } : {}),
    timings: { total: 1 },
  };
};

/** A run of one line whose client calls a function, with all requests and findings. */
export interface StubRun {
  readonly run: Run;
  readonly sent: readonly Call[];
  /** The exchange of each call. */
  readonly exchanges: readonly Exchange[];
  readonly found: readonly Finding[];
}

/** A run against a stub: no network, no files, no waiting. Selects one requirement, or the whole line. */
export const stubRun = async (
  service: StubService,
  line: Line,
  requirement?: RequirementId,
  document: Partial<Target> = {},
  clock: Clock = MACHINE_CLOCK,
): Promise<StubRun> => {
  const target = await targetOf(document);
  const plan = planOf(line, requirement);
  const sent: Call[] = [];
  const exchanges: Exchange[] = [];
  const found: Finding[] = [];
  const send = async (call: Call): Promise<Exchange> => {
    sent.push(call);
    const exchange = exchangeOf(call, sent.length, service, target);
    exchanges.push(exchange);
    return exchange;
  };
  const client: Client = {
    send,
    sendTogether: (calls) => Promise.all(calls.map(send)),
    follow: async (location, { request }, { test }) => {
      if (!URL.canParse(location, request.url)) return 'foreign';
      const contractId = location.split('/').at(-1) ?? '';
      const call = { operation: `${line}.contract-get`, params: { contractId } } as const;
      const { operation: _none, ...link } = await send({ ...call, test, intent: 'open' });
      return { ...link, request: { ...link.request, url: new URL(location, request.url).href } };
    },
    as: () => client,
    room: async () => undefined,
    close: async () => undefined,
  };
  const cells = ledger(plan, target).filter((cell) => !cell.notApplicable);
  const all = ledger({ lines: [line] }, target).filter((cell) => !cell.notApplicable);
  const memory = new RunMemory();
  const run: Run = {
    plan,
    target,
    client,
    redactor: createRedactor(target),
    generators: contextOf(target, TODAY),
    stop: createStopSignal(),
    clock,
    memory,
    ...cellsOf(cells),
    applies: cellsOf(all).judges,
    judge: (judge, ...given) => callJudge(target, judge, given),
    write: (findings) => {
      memory.noteWritten(findings);
      found.push(...findings);
    },
    append: () => undefined,
    planned: () => undefined,
    flush: () => undefined,
    close: async () => undefined,
  };
  return { run, sent, exchanges, found };
};

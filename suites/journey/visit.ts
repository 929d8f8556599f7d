import { setTimeout as sleep } from 'node:timers/promises';
import { MissingPlaceholder } from '../../client/template.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { isSuccess } from '../../oracles/answer-form.ts';
import { judgeFollowedLocation } from '../../oracles/gap-location.ts';
import { judgeExchange } from '../../oracles/judge-exchange.ts';
import { headerOf } from '../../oracles/json-body.ts';
import { type KnownOperation, operationOf } from '../../spec/operations.ts';
import type { Step } from '../../spec/operation.ts';
import { run } from '../run.ts';
import { bodyOf } from './body.ts';
import { learn } from './learn.ts';
import type { Visit } from './route.ts';
import { type JourneyState, type Obstacle, type Parameter, PARAMETER_ORIGINS } from './state.ts';

const idOf = (line: JourneyState['line'], step: Step) => {
  const found = operationOf(line, step);
  if (!found) throw new Error(`${line} has no operation ${step}`);
  return found.id;
};

/** The step that provides what a body's placeholder names. */
const ORIGINS: readonly (readonly [prefix: string, step: Step])[] = [
  ['token', 'token-terms'],
  ['price', 'price-request'],
  ['car', 'car-post'],
  ['person', 'person-post'],
  ['metadata', 'metadata-post'],
  ['contract', 'contract-create'],
  ['draft', 'draft-create'],
];

const obstacleOf = (state: JourneyState, name: string): Obstacle => {
  const step = ORIGINS.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'draft-create';
  return { origin: idOf(state.line, step), missing: name };
};

const isParameter = (name: string): name is Parameter => Object.hasOwn(PARAMETER_ORIGINS, name);

const parametersOf = (
  operation: KnownOperation,
  state: JourneyState,
): Record<string, string> | Obstacle => {
  const values: Record<string, string> = {};
  for (const [, name] of operation.path.matchAll(/\{(\w+)\}/g)) {
    if (name === undefined || !isParameter(name)) continue;
    const value = state.parameters[name];
    if (value === undefined)
      return { origin: idOf(state.line, PARAMETER_ORIGINS[name]), missing: name };
    values[name] = value;
  }
  return values;
};

const isObstacle = (value: object): value is Obstacle => 'origin' in value && 'missing' in value;

/** Repeats a read while it answers 404, until the target's read-back delay is over (D3, K1). */
const untilFound = async <T extends Exchange | 'foreign'>(read: () => Promise<T>): Promise<T> => {
  const end = Date.now() + run.target.decisions.readBackDelay;
  for (let pause = 25; ; pause = Math.min(pause * 2, 800)) {
    const answer = await read();
    const missing = answer !== 'foreign' && answer.response?.status === 404;
    if (!missing || Date.now() + pause > end) return answer;
    await sleep(pause);
  }
};

/** Steps that read what another step has just written. */
const readsBack = ({ step }: KnownOperation): boolean =>
  step === 'draft-get' ||
  step === 'contract-get' ||
  (step === 'contract-download' && run.target.decisions.downloadReady === true);

const followLink = async (
  operation: KnownOperation,
  state: JourneyState,
  exchange: Exchange,
): Promise<readonly Exchange[]> => {
  const status = exchange.response?.status ?? 0;
  const location = headerOf(exchange, 'location') ?? '';
  if (status < 300 || status > 399 || location === '') return [];
  const read = () => run.client.follow(location, exchange, { test: state.test });
  const followed = await untilFound(read);
  if (operation.id === 'gap.contract-create') {
    state.judgements.push(...judgeFollowedLocation(exchange, followed));
  }
  if (followed === 'foreign') return [];
  state.exchanges.push(followed);
  return [followed];
};

const prepare = (operation: KnownOperation, visit: Visit, state: JourneyState) => {
  const params = parametersOf(operation, state);
  if (isObstacle(params)) return params;
  try {
    const body = bodyOf(operation, visit, state);
    if ('missing' in body) return obstacleOf(state, body.missing);
    return { params, body: body.body };
  } catch (error) {
    if (error instanceof MissingPlaceholder) return obstacleOf(state, error.placeholder);
    throw error;
  }
};

/** Calls one operation of the route, judges the answer with the universal oracles and learns from it. */
export const visitOperation = async (visit: Visit, state: JourneyState): Promise<void> => {
  const operation = operationOf(state.line, visit.step);
  if (!operation) throw new Error(`${state.line} has no operation ${visit.step}`);
  const call = prepare(operation, visit, state);
  if (isObstacle(call)) {
    state.blocked.set(operation.id, call);
    return;
  }
  const send = () =>
    run.client.send({
      operation: operation.id,
      params: call.params,
      ...(call.body === undefined ? {} : { body: call.body }),
      test: state.test,
      intent: 'legal',
    });
  const exchange = readsBack(operation) ? await untilFound(send) : await send();
  state.exchanges.push(exchange);
  state.judgements.push(...judgeExchange(exchange, run.target));
  const followed = await followLink(operation, state, exchange);
  const status = exchange.response?.status ?? 0;
  if (isSuccess(status) || status === 303 || followed.length > 0) {
    learn(operation, state, [exchange, ...followed]);
  }
};

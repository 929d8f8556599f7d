import type { Exchange } from '../../spec/exchange.ts';
import type { Step } from '../../spec/operation.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import { isAcceptedStatus } from '../answers/answer-form.ts';
import { jsonBody, shorten } from '../answers/json-body.ts';
import { counted } from '../../spec/message-text.ts';
import {
  blamedFor,
  recorded,
  isOpen,
  type FirstCause,
  type Judged,
  type TargetDeclarations,
  joinWords,
  nameOf,
} from './first-cause.ts';
import { isNamed, type SuspectKey, suspectKeys } from './suspect-keys.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** Summary of an answer on one line. */
export const answerSummary = ({ response }: Exchange): string => {
  const json = jsonBody(response?.body);
  if (json.ok) return shorten(JSON.stringify(json.value), 160);
  return response?.body.text ? shorten(response.body.text, 160) : json.problem;
};

/** `400`, or `402 and 400` if there are several, the most frequent first. */
export const statusesOf = (answers: readonly Exchange[]): string => {
  const groups = Map.groupBy(answers, ({ response }) => String(response?.status ?? 0));
  return joinWords([...groups].sort((a, b) => b[1].length - a[1].length).map(([status]) => status));
};

const bodySent = ({ request }: Exchange): string =>
  request.body === undefined ? 'no body' : shorten(request.body.text, 100);

/** A body that the specification does not show: only the target declares it (P4). */
const unshownBody = (
  on: OperationId,
  first: Exchange,
  [own, ...others]: readonly SuspectKey[],
): Pick<FirstCause, 'sentence' | 'target'> => {
  const key = `bodies.${on}`;
  const isSet = own?.says !== 'not set';
  const change = isSet ? `check that ${key} is the body that this service expects` : `set ${key}`;
  const also =
    others.length === 0
      ? ''
      : ` ${joinWords(others.map((each) => each.key))} may also be the cause.`;
  const was = isSet ? `${key} is ${own?.says}, and` : `${key} is not set, so`;
  return {
    sentence: `The specification shows no body for it: ${change}.${also}`,
    target: [
      `${was} ${bodySent(first)} was sent`,
      ...others.map(({ key: name, says }) => `${name} is ${says}`),
    ].join('; '),
  };
};

type Advice = readonly [statuses: readonly number[], advice: string];

const WITHOUT_BODY: Advice = [
  [400, 405, 411, 415],
  'If a proxy drops or refuses a DELETE with a body, set decisions.deleteCarriesBody: false.',
];

/** Keys that declare such an answer as correct. */
const ADVICE: Readonly<Partial<Record<Step, Advice>>> = {
  'contract-download': [
    [404],
    'If the document is not ready at once, set decisions.downloadReady: false.',
  ],
  'payment-status': [
    [404],
    'If it exists only after a payment, set decisions.paymentStatusExists: false.',
  ],
  'lead-create': [
    [404, 405, 501],
    'If leads are not live on this line, set features.landlordLeads: false.',
  ],
  'car-delete': WITHOUT_BODY,
  'metadata-delete': WITHOUT_BODY,
  'draft-get': [[404], 'If a draft can be read only after a delay, raise decisions.readBackDelay.'],
  'contract-get': [
    [404],
    'If a contract can be read only after a delay, raise decisions.readBackDelay.',
  ],
};

const adviceFor = (on: OperationId, status: number): string | undefined => {
  const { step, comingSoon } = operation(on);
  const [statuses, advice] = ADVICE[step] ?? [];
  const holds = statuses?.includes(status) && (step !== 'lead-create' || comingSoon === true);
  return holds ? advice : undefined;
};

const otherKeys = (
  on: OperationId,
  first: Exchange,
  keys: readonly SuspectKey[],
): Pick<FirstCause, 'sentence' | 'target'> => {
  if (keys.length === 0) {
    return {
      sentence:
        'The request is sent as the specification shows it, and no key of the target affects it.',
    };
  }
  const named = keys.filter((key) => isNamed(key, answerSummary(first)));
  const words = (all: readonly SuspectKey[]): string => joinWords(all.map(({ key }) => key));
  const isError = (first.response?.status ?? 0) >= 500;
  const change =
    named.length > 0
      ? `The answer mentions the value of ${words(named)}: change it.`
      : `${isError ? 'The log of the service should show the cause. ' : ''}Keys of the target that could be the cause: ${words(keys)}.`;
  return {
    sentence: adviceFor(on, first.response?.status ?? 0) ?? change,
    target: [...named, ...keys.filter((key) => !named.includes(key))]
      .map(({ key, says }) => `${key} is ${says}`)
      .join('; '),
  };
};

/** Legal calls of an operation that the service answered. */
const legalAnswers = (on: OperationId, exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter(
    ({ operation: own, intent, response }) =>
      own === on && intent === 'legal' && response !== undefined && !isDisturbance(response.status),
  );

/** Keys of the target to change after an operation refused a legal call, with their present values. */
export const changeFor = (
  on: OperationId,
  first: Exchange,
  target: TargetDeclarations,
): Pick<FirstCause, 'sentence' | 'target'> => {
  const status = first.response?.status ?? 0;
  const { request, method, comingSoon } = operation(on);
  const keys = suspectKeys(on, status, target);
  const isUnshown = !request.shown && method !== 'GET' && comingSoon === undefined;
  return isUnshown && status < 500 && keys[0]?.key.startsWith('bodies.')
    ? unshownBody(on, first, keys)
    : otherKeys(on, first, keys);
};

const nounOf = (on: OperationId): string => {
  const { request, method, step } = operation(on);
  if (!request.shown && method !== 'GET') return 'body';
  return step === 'draft-create' || step === 'draft-update' ? 'legal draft' : 'legal call';
};

const causeOf = (
  on: OperationId,
  cells: readonly string[],
  { exchanges, target }: Judged,
): FirstCause | undefined => {
  const answers = legalAnswers(on, exchanges);
  const [first] = answers;
  if (!first || answers.some(({ response }) => isAcceptedStatus(response?.status ?? 0)))
    return undefined;
  const noun = nounOf(on);
  const all =
    answers.length === 1
      ? `the one ${noun} that was sent`
      : `every ${noun} (${counted(answers.length, 'time')})`;
  const { sentence, target: says } = changeFor(on, first, target);
  return {
    sentence: `${nameOf(on)} answered ${statusesOf(answers)} to ${all}. ${sentence}`,
    ...(says === undefined ? {} : { target: says }),
    answer: answerSummary(first),
    exchange: first.n,
    operation: on,
    cells,
  };
};

/** Operations that were called, but accepted no legal call (P4, P5, S9, V17). */
export const callsRefused = (judged: Judged): readonly FirstCause[] => {
  const all = recorded(judged.exchanges);
  const groups = Map.groupBy(judged.verdicts.filter(isOpen), (verdict) => blamedFor(verdict, all));
  return [...groups].flatMap(
    ([on, verdicts]) =>
      causeOf(
        on,
        verdicts.map(({ cell }) => cell),
        judged,
      ) ?? [],
  );
};

import { type Line, LINES } from '../../spec/line.ts';
import type { ResolvedTarget } from '../target.ts';
import type { PreflightClient } from './preflight-client.ts';
import { areSimilar, type AnswerKind, classifyAnswer } from './classify-answer.ts';
import {
  addressOf,
  type PlannedProbe,
  draftCreation,
  isCreation,
  lineOf,
  draftLookup,
  type Probe,
  statusOf,
  type Redirection,
  redirectionOf,
} from './probe.ts';

/** A path without operations: its answers are the server's response to anything. */
const NOWHERE = 'there-is-nothing-here';

/** Probes of an address from which no answer looked like the service at first. */
export interface Recheck {
  /** All calls to the operations of this address with the owner's credential. */
  readonly probes: readonly Probe[];
  /** Control requests to a path without operations: a creation and a lookup. */
  readonly nowhere: readonly Probe[];
  /** Answers to a caller without a credential, at an operation and at a path without operations. */
  readonly anonymous: readonly [here: AnswerKind | undefined, there: AnswerKind | undefined];
  /** Meaning of the first redirect. */
  readonly redirection: Redirection | undefined;
}

/** The target with other addresses. */
export const withAddresses = (
  target: ResolvedTarget,
  base_url: string,
  gap_base_url: string = base_url,
): ResolvedTarget => ({ ...target, base_url, gap_base_url });

/** Lines that an address serves. */
export const linesServedAt = (address: string, target: ResolvedTarget): readonly Line[] =>
  LINES.filter((line) => addressOf(draftCreation(line, target)) === address);

/** Milliseconds after which a restarting service may be back. */
const RESTART_DELAY = 1000;

/** Sends the remaining probes to an address: its other lines, the control requests, and one without a credential. */
export const recheckAddress = async (
  address: string,
  first: readonly Probe[],
  target: ResolvedTarget,
  asker: PreflightClient,
): Promise<Recheck> => {
  const isDown = first.some(
    (probe) => classifyAnswer(probe) === 'proxy' && (statusOf(probe) ?? 0) !== 407,
  );
  if (isDown) await asker.pause(RESTART_DELAY);
  const line = lineOf(first[0] ?? draftCreation('travel', target));
  const elsewhere = withAddresses(target, `${address}/${NOWHERE}`);
  const tried = new Set(first.filter(isCreation).map(lineOf));
  const others = linesServedAt(address, target).filter((each) => isDown || !tried.has(each));
  const siblings = others.map((each) => draftCreation(each, target));
  const nowhere = [draftCreation(line, elsewhere), draftLookup(line, elsewhere)];
  const unknown: readonly PlannedProbe[] = [
    draftLookup(line, target, { credential: 'missing' }),
    draftLookup(line, elsewhere, { credential: 'missing' }),
  ];
  const found = await asker.ask([...siblings, ...nowhere, ...unknown]);
  const of = (asks: readonly PlannedProbe[]) =>
    found.filter(({ call, target: to }) =>
      asks.some((ask) => ask.call === call && ask.target === to),
    );
  const [here, there] = unknown
    .map((ask) => of([ask])[0])
    .map((probe) => probe && classifyAnswer(probe));
  const redirect = first.find((probe) => classifyAnswer(probe) === 'redirect');
  const trail = redirect ? await asker.follow(redirect) : [];
  return {
    probes: [...first, ...of(siblings)],
    nowhere: of(nowhere),
    anonymous: [here, there],
    redirection: redirect && redirectionOf(redirect, trail),
  };
};

const counterpartOf = (probe: Probe, nowhere: readonly Probe[]): Probe | undefined =>
  nowhere.find((each) => isCreation(each) === isCreation(probe));

/** Tests if an answer may come from any other server. */
const isFromOtherService = (probe: Probe, { nowhere, redirection }: Recheck): boolean => {
  const counterpart = counterpartOf(probe, nowhere);
  const look = classifyAnswer(probe);
  const strange: Readonly<Record<AnswerKind, boolean>> = {
    service: false,
    unauthenticated: false,
    // A missing answer identifies no server; an address that never answers is reported separately.
    silent: false,
    proxy: true,
    'wants-tls': true,
    forbidden: true,
    redirect: redirection?.kind !== 'own',
    // An answer that a path without operations gives as well is no sign of an operation.
    page: counterpart !== undefined && areSimilar(probe, counterpart),
    missing: counterpart !== undefined && areSimilar(probe, counterpart),
    unclear: counterpart !== undefined && areSimilar(probe, counterpart),
  };
  return strange[look];
};

/** Most specific classification first. */
const MOST_TELLING: readonly AnswerKind[] = [
  'proxy',
  'wants-tls',
  'redirect',
  'page',
  'unclear',
  'forbidden',
  'missing',
];

/** Tests if an address requires a credential for its operations only: then a service is there. */
const asksForCredential = ({ anonymous: [here, there] }: Recheck): boolean =>
  here === 'unauthenticated' && there !== 'unauthenticated';

/** Kind of other server at an address; undefined if it may be the service. */
export const wrongServiceKind = (second: Recheck): AnswerKind | undefined => {
  const { probes } = second;
  if (asksForCredential(second) || !probes.every((probe) => isFromOtherService(probe, second)))
    return undefined;
  const looks = new Set(probes.map(classifyAnswer));
  return MOST_TELLING.find((look) => looks.has(look));
};

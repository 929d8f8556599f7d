import { needs } from '../../spec/catalogue.ts';
import { callsRefused } from './calls-refused.ts';
import { counted } from '../../spec/message-text.ts';
import {
  type FirstCause,
  type Judged,
  recorded,
  decisiveOf,
  isOpen,
  nameOf,
} from './first-cause.ts';
import { endedCredential, endedText } from '../ended-credential.ts';
import { busyAnswers, lateAnswers, outages } from './no-answers.ts';
import { placesNotFound } from './place-not-found.ts';
import { unservedLines } from './unserved-lines.ts';
import { unopenedEnvelopes } from './unopened-envelope.ts';
import { valuesRefused } from './values-refused.ts';
import { headerOf, shorten } from '../answers/json-body.ts';
import { statusText } from '../answers/answer-form.ts';
import { type Exchange, isUnread, NOT_SENT } from '../../spec/exchange.ts';

const isLimited = ({ error }: Exchange): boolean => isUnread(error) || error?.code === NOT_SENT;

const sentenceOf = (code: string, count: number, message: string): string =>
  code === NOT_SENT
    ? `${counted(count, 'request')} could not be sent. The first: ${message}.`
    : `${counted(count, 'answer')} ${count === 1 ? 'was' : 'were'} not judged (${code}). The first: ${message}.`;

/** Answers beyond the limits of reading or recording, and unsendable requests, by kind, if they left cells open. */
const unreadAnswers = ({ verdicts, exchanges }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const open = verdicts
    .filter(isOpen)
    .map((verdict) => ({ cell: verdict.cell, code: decisiveOf(verdict, all)?.error?.code }));
  const byCode = Map.groupBy(exchanges.filter(isLimited), ({ error }) => error?.code ?? '');
  return [...byCode].map(([code, [first, ...more]]) => ({
    sentence: sentenceOf(code, more.length + 1, first?.error?.message ?? ''),
    ...(first ? { exchange: first.n } : {}),
    cells: open.filter((each) => each.code === code).map(({ cell }) => cell),
  }));
};

/** The legal calls of these requirements are those of the owner. */
const isRefusedOther = (exchange: Exchange | undefined): boolean =>
  exchange?.response?.status === 401 && exchange.intent !== 'legal';

/** A second identity that fails to authenticate, so that its rights are unknown (S10). */
const staleOther = ({ verdicts, exchanges }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const open = verdicts.filter(
    (each) =>
      isOpen(each) &&
      (needs(each.requirement, 'other-may-not-read') ||
        needs(each.requirement, 'other-may-not-change')) &&
      isRefusedOther(decisiveOf(each, all)),
  );
  const [first] = open;
  const shown = first && decisiveOf(first, all);
  if (!shown) return [];
  return [
    {
      sentence: `The second identity was answered 401 on ${counted(open.length, 'operation')}, so its rights are not known. Its credential may have expired: renew the credential of identities.other, or leave identities.other out.`,
      answer: statusText(shown),
      exchange: shown.n,
      cells: open.map(({ cell }) => cell),
    },
  ];
};

/** Links to an address that the target does not name, to which no credential is sent (K1). */
const foreignLinks = ({ verdicts, exchanges, target }: Judged): readonly FirstCause[] => {
  const all = recorded(exchanges);
  const open = verdicts.filter((each) => isOpen(each) && each.reason === 'foreign-location');
  const groups = Map.groupBy(open, ({ operation }) => operation);
  return [...groups].flatMap(([on, own]) => {
    const created = own[0] && decisiveOf(own[0], all);
    const location = created && headerOf(created, 'location');
    if (!created || location === undefined) return [];
    const origin = /^\w+:\/\/[^/?#]*/.exec(location)?.[0] ?? location;
    return [
      {
        sentence: `${nameOf(on)} redirects to ${shorten(origin, 60)}, which is not an address of the target, so the credential is not sent there. If the address belongs to the service, set it in base_url or gap_base_url.`,
        target: `base_url is ${target.base_url}; gap_base_url is ${target.gap_base_url}`,
        answer: `Location: ${shorten(location, 100)}`,
        exchange: created.n,
        operation: on,
        cells: own.map(({ cell }) => cell),
      },
    ];
  });
};

/** A credential that ended, for which the run was stopped. */
const endedCredentials = ({ verdicts, exchanges }: Judged): readonly FirstCause[] => {
  const ended = endedCredential(exchanges);
  if (!ended) return [];
  const cells = verdicts.filter((each) => isOpen(each) && each.reason === 'hole');
  return [
    {
      sentence: `The credential of identities.${ended.identity} ended during the run: ${endedText(ended)}${ended.since === '401' ? ', also for calls that were accepted before. Renew it; it' : '. It'} has to last for a whole run.`,
      exchange: ended.refused,
      isStop: true,
      cells: cells.map(({ cell }) => cell),
    },
  ];
};

/** By priority: the first one claims a cell that two of them explain. */
const FINDERS = [
  endedCredentials,
  outages,
  unreadAnswers,
  staleOther,
  unservedLines,
  callsRefused,
  valuesRefused,
  unopenedEnvelopes,
  placesNotFound,
  foreignLinks,
  lateAnswers,
  busyAnswers,
];

/**
 * Causes of the cells of a run that were not judged: each cell under one cause, the largest first, but a service that stopped
 * answering before all. It suggests what to check; the verdicts are those of the roll-up.
 */
export const firstCauses = (judged: Judged): readonly FirstCause[] => {
  const claimed = new Set<string>();
  return FINDERS.flatMap((find) => find(judged))
    .map((cause) => {
      const cells = cause.cells.filter((cell) => !claimed.has(cell));
      for (const cell of cells) claimed.add(cell);
      return { ...cause, cells };
    })
    .filter(({ cells, isStop }) => cells.length > 0 || isStop)
    .sort(
      (a, b) =>
        Number(b.isStop ?? false) - Number(a.isStop ?? false) || b.cells.length - a.cells.length,
    );
};

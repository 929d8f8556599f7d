import type { Exchange } from '../../spec/exchange.ts';
import type { OperationId } from '../../spec/operations.ts';
import { notReached } from '../blame/obstruction.ts';
import { type Answered, isAcceptedStatus, isSuccessStatus, statusText } from './answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isObject, shorten } from './json-body.ts';
import { strayDraft, valueAt } from './landlord-draft.ts';
import { resourceIn, standsElsewhere } from './resource.ts';

const CREATE = 'landlord.draft-create';
const MINE: readonly OperationId[] = [CREATE, 'landlord.draft-get', 'landlord.draft-update'];

const base = (on: OperationId) =>
  ({
    requirement: 'LANDLORD-DRAFT-02',
    operation: on,
    where: '/draftId',
    wanted: 'the id of the draft, if the answer shows a draftId',
  }) as const;

/** The draftId that a draft shows; undefined if it is absent or not a text, which its type requirement covers. */
const shownIn = (exchange: Exchange): string | undefined => {
  const draft = resourceIn(exchange);
  const draftId = isObject(draft) ? draft['draftId'] : undefined;
  return typeof draftId === 'string' ? draftId : undefined;
};

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
};

/** The id of the draft in a request's path; undefined if there is none. */
const idInPath = ({ request }: Exchange): string | undefined => {
  const [, segment] = /\/drafts\/([^/?#]+)(?:[?#]|$)/.exec(request.url) ?? [];
  return segment === undefined ? undefined : decoded(segment);
};

const compared = (shown: string, id: string): Pick<Judgement, 'verdict' | 'reason' | 'got'> => {
  if (shown === id) return { verdict: 'pass', got: shorten(shown) };
  const got = `${shorten(shown)} for the draft ${shorten(id)}`;
  // Ids are opaque, but one that differs only in case or blanks is hardly another draft's (D2).
  return shown.trim().toLowerCase() === id.toLowerCase()
    ? { verdict: 'observed', reason: 'specification-silent', got }
    : { verdict: 'fail', got };
};

/**
 * LANDLORD-DRAFT-02 (D4): the draftId in a landlord answer equals that of the path. An absent one is only observed, even
 * without a resource (LANDLORD-DRAFT-01); `judgeCreatedId` judges that of a creation once the draft is read.
 */
export const judgeShownId = (answered: Answered): readonly Judgement[] => {
  const { exchange, operation: row, response } = answered;
  const isAsked = MINE.includes(row.id) && exchange.intent !== 'faulty';
  if (!isAsked || !isAcceptedStatus(response.status)) return [];
  const shown = isSuccessStatus(response.status) ? shownIn(exchange) : undefined;
  const exchanges = [exchange.n];
  if (shown === undefined) {
    const stray = strayDraft(exchange);
    if (stray && typeof valueAt(stray.value, '/draftId') === 'string')
      return [{ ...base(row.id), ...standsElsewhere(stray, '/draftId'), exchanges }];
    const got = 'a draftId that is no string';
    const reason = 'specification-silent';
    return [{ ...base(row.id), verdict: 'observed', reason, got, exchanges }];
  }
  const id = row.id === CREATE ? undefined : idInPath(exchange);
  return id === undefined ? [] : [{ ...base(row.id), ...compared(shown, id), exchanges }];
};

/** LANDLORD-DRAFT-02 of a creation (D4): it shows the id under which the draft is then read. */
export const judgeCreatedId = (created: Exchange, read: Exchange): readonly Judgement[] => {
  const shown = shownIn(created);
  const id = idInPath(read);
  if (shown === undefined || id === undefined) return [];
  const status = read.response?.status ?? 0;
  if (isSuccessStatus(status)) {
    return [{ ...base(CREATE), ...compared(shown, id), exchanges: [read.n, created.n] }];
  }
  return [
    {
      ...base(CREATE),
      verdict: 'inconclusive',
      reason: 'blocked-by',
      blockedBy: 'DRAFT-01',
      got: notReached('landlord.draft-get', statusText(read)),
      exchanges: [created.n, read.n],
    },
  ];
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  'created-id': judgeCreatedId,
};

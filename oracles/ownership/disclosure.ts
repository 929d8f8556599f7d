import type { RequirementId } from '../../spec/catalogue.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Facts } from '../facts.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Judgement } from '../finding.ts';
import { isObject, jsonBody, textsIn } from '../answers/json-body.ts';
import { isSuccessStatus, statusOf, statusText } from '../answers/answer-form.ts';
import { valueText } from '../answers/value.ts';
import { isDisturbance } from '../../spec/transport-statuses.ts';

/** Fields whose texts distinguish drafts. */
const DISTINCTIVE: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'name',
  'street',
  'email',
  'phone',
  'plate',
  'vin',
  'vat',
  'employer',
]);
/** Minimum length: shorter texts may occur in any message by chance. */
const MIN_LENGTH = 5;

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').toLowerCase();

const distinctiveIn = (written: unknown, fields = DISTINCTIVE, key = ''): readonly string[] => {
  if (typeof written === 'string') return fields.has(key) && written !== '' ? [written] : [];
  if (Array.isArray(written))
    return written.flatMap((item: unknown) => distinctiveIn(item, fields, key));
  if (!isObject(written)) return [];
  return Object.entries(written).flatMap(([name, value]) => distinctiveIn(value, fields, name));
};

/** Written texts that identify a draft, such as names, streets and plates, and are long enough to be recognised. */
export const distinctiveTexts = (written: unknown): readonly string[] =>
  distinctiveIn(written).filter((text) => text.length >= MIN_LENGTH);

/** Fields whose texts are of one draft alone; names and streets may also be those of a clerk or an office. */
const UNIQUE: ReadonlySet<string> = new Set(['email', 'phone', 'plate', 'vin', 'vat']);

/** Written texts that no answer shows by chance. */
export const uniqueTexts = (written: unknown): readonly string[] =>
  distinctiveIn(written, UNIQUE).filter((text) => text.length >= MIN_LENGTH);

/** Number of written texts that would identify a draft, but are too short to be recognised in an answer. */
export const countUnrecognisable = (written: unknown): number =>
  distinctiveIn(written).filter((text) => text.length < MIN_LENGTH).length;

/** All texts of an answer: its headers, its body, and the body with its JSON escapes decoded. */
const shownIn = ({ response }: Exchange): string => {
  const body = jsonBody(response?.body);
  const decoded = body.ok ? textsIn(body.value) : [];
  const headers = Object.values(response?.headers ?? {}).flat();
  return plain([...headers, response?.body.text ?? '', ...decoded].join('\n'));
};

const sentIn = ({ request }: Exchange): string => {
  const body = jsonBody(request.body);
  const decoded = body.ok ? textsIn(body.value) : [];
  return plain([decodeURIComponent(request.url), ...decoded].join('\n'));
};

/** Number of texts of a draft that a caller sends itself in these bodies, so that an answer may show them. */
export const countShared = (texts: readonly string[], bodies: unknown): number => {
  const sent = plain(textsIn(bodies).join('\n'));
  return texts.filter((text) => sent.includes(plain(text))).length;
};

const LETTER = /[\p{L}\p{N}]/u;

/** True if a text occurs as a separate word. */
const stands = (text: string, place: string): boolean => {
  for (let at = place.indexOf(text); at !== -1; at = place.indexOf(text, at + 1)) {
    const [before = '', after = ''] = [place[at - 1], place[at + text.length]];
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
};

/**
 * AUTH-04 (S13): a refusal must not disclose these texts of a draft to a caller without rights, except texts that the caller
 * has sent. Undefined unless the service refused: for a success, a server error, or no answer.
 */
export const judgeDisclosure = (
  exchange: Exchange,
  on: OperationId,
  texts: readonly string[],
): Judgement | undefined => {
  const status = exchange.response?.status;
  if (
    status === undefined ||
    isDisturbance(status, operation(on).step) ||
    status < 400 ||
    status > 499
  )
    return undefined;
  const sent = sentIn(exchange);
  const secret = texts.filter((text) => !sent.includes(plain(text)));
  const base = {
    requirement: 'AUTH-04',
    operation: on,
    wanted: 'a refusal that discloses no data of the draft',
    exchanges: [exchange.n],
  } as const;
  if (secret.length === 0) {
    const got = 'the caller itself has sent every text of the draft, so nothing can be disclosed';
    return { ...base, verdict: 'observed', reason: 'specification-silent', got };
  }
  const answer = shownIn(exchange);
  const shown = secret.filter((text) => stands(plain(text), answer));
  return shown.length === 0
    ? { ...base, verdict: 'pass', got: `${statusText(exchange)}, no data of the draft` }
    : {
        ...base,
        verdict: 'fail',
        got: `${statusText(exchange)} with ${shown.map(valueText).join(', ')}`,
      };
};

/** A caller without rights to a draft, in words, and the requirement that is broken if it is accepted. */
export interface Caller {
  readonly name: string;
  readonly refusedBy: RequirementId;
}

/** True for steps whose effect can show that the call of another identity was not carried out (D6, D10). */
export const hasEffect = (on: OperationId): boolean =>
  operation(on).method === 'DELETE' || on === 'landlord.draft-update';

/** AUTH-01, -02, -03, -05, -06 (S10): a caller without rights was accepted during a check of another requirement. */
export const judgeServedStranger = (
  exchange: Exchange,
  on: OperationId,
  { name, refusedBy }: Caller,
): readonly Judgement[] => {
  const status = statusOf(exchange);
  if (!isSuccessStatus(status) && status !== 303) return [];
  const base = {
    requirement: refusedBy,
    operation: on,
    wanted: `a refusal of ${name}`,
    got: statusText(exchange),
    exchanges: [exchange.n],
  } as const;
  return [
    hasEffect(on)
      ? { ...base, verdict: 'inconclusive', reason: 'other-code' }
      : { ...base, verdict: 'fail' },
  ];
};

/** AUTH-04 if a caller without rights was accepted: another cell reports that. */
export const judgeAcceptedStranger = (
  exchange: Exchange,
  on: OperationId,
  { name, refusedBy }: Caller,
  { features }: Facts,
): Judgement => {
  const status = exchange.response?.status;
  const base = {
    requirement: 'AUTH-04',
    operation: on,
    wanted: `a refusal of ${name} that discloses no data of the draft`,
    got: statusText(exchange),
    exchanges: [exchange.n],
  } as const;
  if (isDisturbance(status, operation(on).step))
    return { ...base, verdict: 'inconclusive', reason: 'disturbance' };
  // S14: an operation that may not exist yet may report that to any caller.
  const isComing = operation(on).comingSoon && !features.landlordLeads;
  return isComing && status === 501
    ? { ...base, verdict: 'observed', reason: 'specification-silent' }
    : { ...base, verdict: 'inconclusive', reason: 'blocked-by', blockedBy: refusedBy };
};

/** Names of these judges in `evidence.jsonl`, which are permanent. */
export const judges = {
  disclosure: judgeDisclosure,
  'let-in': judgeAcceptedStranger,
  'served-stranger': judgeServedStranger,
};

import { withAddition } from './judgement-texts.ts';
import { decodeComponent } from '../spec/place-in-answer.ts';
import { isSentToCanonicalCountry } from '../spec/canonical-country.ts';
import type { Exchange } from '../spec/exchange.ts';
import { operation, type OperationId } from '../spec/operations.ts';
import { LEGAL_CALL } from '../spec/requirements/paths.ts';
import { isDisturbance } from '../spec/transport-statuses.ts';
import { isAcceptedStatus } from './answers/answer-form.ts';
import { judgeExchange, judgeForm } from './answers/judge-exchange.ts';
import type { Evidence, Finding, Judgement } from './finding.ts';
import type { Facts } from './facts.ts';
import { cellId } from './ledger.ts';

/**
 * Judges that decide on the acceptance of a faulty call. Any other judge may read the same answer for another reason, such as
 * its form, and explains nothing. A missing entry is noticed immediately: its answers remain unexplained.
 */
const ACCEPTANCE_JUDGES: ReadonlySet<string> = new Set([
  'disclosure',
  'draft-fault',
  'foreign-call',
  'foreign-id',
  'forged-token',
  'lead',
  'let-in',
  'probe',
]);

/** The judge of every answer's form; others read the same answer for another reason. */
const FORM_JUDGE = 'exchange';

/** Numbers of the exchanges in the input of judges: all of them, those of the judge of form, of the others, and of acceptance. */
interface Named {
  readonly all: ReadonlySet<number>;
  readonly byJudgeOfForm: ReadonlySet<number>;
  readonly byOtherJudge: ReadonlySet<number>;
  readonly byJudgeOfAcceptance: ReadonlySet<number>;
}

type Reference = { readonly $: string; readonly n?: number; readonly evidence?: Evidence };

const isReference = (value: object): value is Reference => '$' in value;

const namedIn = (evidence: Iterable<Evidence>): Named => {
  const all = new Set<number>();
  const byJudgeOfForm = new Set<number>();
  const byOtherJudge = new Set<number>();
  const byJudgeOfAcceptance = new Set<number>();
  const collect = (value: unknown, judge: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isReference(value) && value.evidence) collectAll(value.evidence);
    else if (isReference(value) && value.n !== undefined) {
      all.add(value.n);
      (judge === FORM_JUDGE ? byJudgeOfForm : byOtherJudge).add(value.n);
      if (ACCEPTANCE_JUDGES.has(judge)) byJudgeOfAcceptance.add(value.n);
    } else for (const part of Object.values(value)) collect(part, judge);
  };
  const collectAll = ({ judge, given }: Evidence): void => collect(given, judge);
  for (const each of evidence) collectAll(each);
  return { all, byJudgeOfForm, byOtherJudge, byJudgeOfAcceptance };
};

type Contradiction = Pick<Judgement, 'requirement' | 'operation' | 'wanted' | 'got'>;

/** The draft in a call's path. */
const draftIn = ({ request }: Exchange): string | undefined =>
  /\/drafts\/([^/?]+)/.exec(request.url)?.[1];

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\w-]/.test(character);

/** True if a text contains a word by itself: 17 does not contain 1. */
const showsWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) return true;
  return false;
};

/** True if a later call is about the draft that an earlier call named or created. */
const isSameDraft = (earlier: Exchange, later: Exchange): boolean => {
  const draft = draftIn(later);
  if (draft === undefined) return false;
  const named = draftIn(earlier);
  if (named !== undefined) return named === draft;
  // A creation shows its id in the body or in a header (P3).
  const { headers = {}, body } = earlier.response ?? {};
  const shown = `${body?.text ?? ''} ${JSON.stringify(headers)}`;
  return showsWord(shown, draft) || showsWord(shown, decodeComponent(draft));
};

/** True for a read that came too early, which the specification permits (D3): it is retried, and the last read counts. */
const isEarlyRead = ({ request, response }: Exchange): boolean =>
  request.method === 'GET' && response?.status === 404;

const acceptedFault = (exchange: Exchange, on: OperationId): Contradiction | undefined => {
  const { breaks, response, error } = exchange;
  const status = response?.status ?? error?.status;
  if (breaks === undefined || status === undefined || !isAcceptedStatus(status)) return undefined;
  if (isSentToCanonicalCountry(exchange)) return undefined;
  return { requirement: breaks, operation: on, wanted: 'a refusal', got: `status ${status}` };
};

/** Tests of odd requests, by whichever client: their server errors are observations (S9). */
const OBSERVING = /(^|\/)(observations|robustness)\//;

/** A server error for a call that may be refused, such as one on a used draft: it is right for none (S9). */
const brokenCall = (
  { intent, response, test }: Exchange,
  on: OperationId,
): Contradiction | undefined =>
  intent === 'open' && response?.status === 500 && !OBSERVING.test(test)
    ? { requirement: LEGAL_CALL.sound, operation: on, wanted: 'no server error', got: 'status 500' }
    : undefined;

/** Contradictions between one answer and the specification: its form, or the refusal of a legal call. */
const excludedAnswer = (exchange: Exchange, facts: Facts): Contradiction | undefined => {
  const { operation: on, response } = exchange;
  if (on === undefined || !response || isDisturbance(response.status, operation(on).step))
    return undefined;
  // A resource may show content of an odd request (V1); its form is judged all the same.
  const judge = exchange.intent === 'legal' ? judgeExchange : judgeForm;
  return judge(exchange, facts).find(({ verdict }) => verdict === 'fail');
};

/** Failed cells, and the answers that prove it. */
interface Failed {
  readonly cells: ReadonlySet<string>;
  readonly answers: ReadonlySet<string>;
}

const answerOf = ({ operation: on, response }: Exchange): string =>
  `${on ?? ''} ${response?.status ?? ''}`;

const failedIn = (findings: readonly Finding[], exchanges: readonly Exchange[]): Failed => {
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  const fails = findings.filter(({ verdict }) => verdict === 'fail');
  return {
    cells: new Set(fails.map((each) => cellId(each.requirement, each.operation))),
    answers: new Set(
      fails.flatMap((each) => {
        const shown = byNumber.get(each.exchanges.at(-1) ?? 0);
        return shown ? [answerOf(shown)] : [];
      }),
    ),
  };
};

/**
 * Finds the answers of a finished run that the specification excludes and that no judgement accounts for (rule section 0): an
 * accepted faulty call, a refused legal call, a server error, a success of the wrong form. Returns one inconclusive finding each, in the cell
 * of the broken requirement. It uses only exchanges, evidence and findings, so that it also finds omissions of the suites.
 * Answers that a fail already reports, on the same cell or with the same answer of the operation, are not reported again.
 */
export const unexplainedIn = (
  exchanges: readonly Exchange[],
  evidence: Iterable<Evidence>,
  findings: readonly Finding[],
  facts: Facts,
): readonly Finding[] => {
  const failed = failedIn(findings, exchanges);
  const named = namedIn(evidence);
  const byTest = Map.groupBy(exchanges, ({ test }) => test);
  /** The rule may be judged at a later step of the same draft (E3, E9). */
  const isJudgedLater = (exchange: Exchange): boolean =>
    (byTest.get(exchange.test) ?? []).some(
      (later) =>
        later.n > exchange.n &&
        named.byJudgeOfAcceptance.has(later.n) &&
        isSameDraft(exchange, later),
    );
  const isRepeated = (exchange: Exchange): boolean =>
    isEarlyRead(exchange) &&
    (byTest.get(exchange.test) ?? []).some(
      ({ n, request: { method, url } }) =>
        n > exchange.n && method === 'GET' && url === exchange.request.url,
    );
  /** An unread answer is a disturbance to its judge, although the fault was accepted. */
  const isDecided = ({ n, response }: Exchange): boolean =>
    response !== undefined && named.byJudgeOfAcceptance.has(n);
  const contradictionOf = (exchange: Exchange): Contradiction | undefined => {
    const { n, operation: on } = exchange;
    if (on === undefined) return undefined;
    const isJudged = ({ requirement }: Contradiction): boolean =>
      failed.cells.has(cellId(requirement, on));
    const accepted = isDecided(exchange) ? undefined : acceptedFault(exchange, on);
    if (accepted && !isJudged(accepted) && !isJudgedLater(exchange)) return accepted;
    const broken = named.byOtherJudge.has(n) ? undefined : brokenCall(exchange, on);
    if (broken && !isJudged(broken)) return broken;
    if (named.byJudgeOfForm.has(n)) return undefined;
    const excluded = excludedAnswer(exchange, facts);
    if (!excluded || isJudged(excluded)) return undefined;
    if (isAcceptedStatus(exchange.response?.status ?? 0)) return excluded;
    // A judge that received a refusal has decided on it.
    const isRefusalJudged = named.all.has(n) || failed.answers.has(answerOf(exchange));
    return isRefusalJudged || isRepeated(exchange) ? undefined : excluded;
  };
  return exchanges.flatMap((exchange): readonly Finding[] => {
    const found = contradictionOf(exchange);
    if (!found) return [];
    const { requirement, operation: on, wanted, got } = found;
    return [
      {
        ...withAddition(
          { requirement, operation: on, wanted, got },
          ', which no judgement accounts for',
        ),
        verdict: 'inconclusive',
        reason: 'unexplained',
        exchanges: [exchange.n],
        test: exchange.test,
        attempt: 1,
        seed: 0,
      },
    ];
  });
};

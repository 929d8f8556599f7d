import { buildRequest, userAgentOf } from '../../client/http/build-request.ts';
import { type BodyContext, bodyFor, placeholdersIn } from '../../client/target/body-templates.ts';
import { car } from '../../generators/car.ts';
import { completeDraft, revisedDraft } from '../../generators/draft.ts';
import { lead, gapPriceRequestBody, metadataItem } from '../../generators/request-bodies.ts';
import { namedPersonBody } from '../../generators/person.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import type { Line } from '../../spec/line.ts';
import type { Step } from '../../spec/operation.ts';
import { type KnownOperation, operationOf } from '../../spec/operations.ts';
import { PRINTED_AMOUNTS } from '../../spec/place-in-answer.ts';
import type { JourneyStep, LearnedValue } from '../plan.ts';
import { bodyContext, type Session } from '../session.ts';

/** From draft to contract, as far as a line has the steps. */
const ROUTE: readonly Step[] = [
  'draft-create',
  'draft-get',
  'draft-update',
  'car-post',
  'person-post',
  'metadata-post',
  'price-info',
  'price-request',
  'token-terms',
  'lead-create',
  'contract-create',
  'payment-status',
  'contract-get',
  'contract-download',
];

const READS: ReadonlySet<Step> = new Set([
  'draft-get',
  'contract-get',
  'contract-download',
  'payment-status',
]);
/** Placeholder amount for the one of the price request; no drawn value comes near it. */
const AMOUNT = 900_719_925_474_099;

const isAllowed = ({ step, comingSoon }: KnownOperation, { target }: Session): boolean => {
  if (comingSoon && !target.features.landlordLeads) return false;
  if (step === 'lead-create') return target.sideEffects.leads === 'allow';
  if (step === 'payment-status' && !target.decisions.paymentStatusExists) return false;
  if (step === 'contract-download' && target.decisions.downloadReady !== true) return false;
  return !/^contract-|^payment-/.test(step) || target.sideEffects.contracts === 'allow';
};

/** The amount of a price request, if a body of the line takes one. */
const amountsOf = (
  line: Line,
  { bodies, gapPrice, prices }: Session['target'],
): readonly LearnedValue[] => {
  const own = line === 'gap' ? gapPrice : (prices[line].amount ?? gapPrice);
  const isTaken = placeholdersIn(bodies).some(({ name }) => name === 'price.amount');
  if ('amount' in own || (line !== 'gap' && !isTaken)) return [];
  const printed = PRINTED_AMOUNTS.map((pointer) => `/prices/0${pointer}`);
  const places = line === 'gap' || prices[line].amount ? own : [...printed, ...own];
  return [{ name: 'price.amount', places, kind: 'amount' }];
};

/** Values that an operation passes to later ones, with their places in the answer according to the target (P3, P5). */
export const learnedValues = (
  { line, step }: KnownOperation,
  { target }: Pick<Session, 'target'>,
): readonly LearnedValue[] => {
  const ids: Readonly<Partial<Record<string, readonly string[]>>> = target.ids[line];
  switch (step) {
    case 'draft-create':
    case 'car-post':
    case 'person-post':
    case 'metadata-post':
    case 'contract-create': {
      const thing = step.slice(0, step.indexOf('-'));
      return [{ name: `${thing}.id`, places: ids[thing] ?? [], kind: 'id' }];
    }
    case 'token-terms':
      return [{ name: 'token', places: target.termsToken, kind: 'text' }];
    case 'price-request':
      return [
        { name: 'price.id', places: target.prices[line].id, kind: 'id' },
        ...amountsOf(line, target),
      ];
    default:
      return [];
  }
};

type Drawn = ReturnType<typeof draw>;

const draw = (session: Session, line: Line, index: number) => {
  const { generators } = session;
  const seed = subSeed(session.seed, 'load', 'journey', index);
  const draft = sample(completeDraft(line, generators), subSeed(seed, 'draft'));
  const cars = sample(car(generators), subSeed(seed, 'car'));
  const person = sample(namedPersonBody(generators), subSeed(seed, 'person'));
  const metadata = sample(metadataItem(generators), subSeed(seed, 'metadata'));
  const { gapPrice } = session.target;
  const hundredths = 'amount' in gapPrice ? gapPrice.amount : AMOUNT;
  const amount = { currency: 'EUR', value: hundredths };
  const context: BodyContext = {
    ...bodyContext(session, { id: '‹draft.id›', body: draft }),
    car: { id: '‹car.id›', body: cars },
    person: { id: '‹person.id›', body: person },
    metadata: { id: '‹metadata.id›', body: metadata },
    contract: { id: '‹contract.id›' },
    price: { id: '‹price.id›', amount: hundredths, currency: 'EUR' },
    token: '‹token›',
  };
  const paid = { paymentTerm: context.payment.term, transactionAmount: amount };
  const bodies: Readonly<Record<string, unknown>> = {
    car: cars,
    'empty-object': {},
    lead: sample(lead(line), subSeed(seed, 'lead')),
    'gap-lead': sample(lead(line), subSeed(seed, 'lead')),
    'gap-price-request': sample(gapPriceRequestBody(generators), subSeed(seed, 'price-request')),
    'to-contract': { ...paid, userTermsToken: '‹token›' },
    [`${line}-draft`]: draft,
  };
  return {
    context,
    bodies,
    revised: sample(revisedDraft(line, draft, generators), subSeed(seed, 'revised')),
  };
};

const bodyAt = (row: KnownOperation, drawn: Drawn, session: Session): unknown => {
  const { request } = row;
  if (!request.shown)
    return row.method === 'GET' ? undefined : bodyFor(row.id, session.target, drawn.context);
  if (request.name === 'none') return undefined;
  return row.step === 'draft-update' ? drawn.revised : drawn.bodies[request.name];
};

const PARAMETERS = { draftId: '‹draft.id›', contractId: '‹contract.id›' };
const escaped = new Map(
  ['draft.id', 'contract.id'].map((name) => [encodeURIComponent(`‹${name}›`), `‹${name}›`]),
);

const journeyStep = (row: KnownOperation, drawn: Drawn, session: Session): JourneyStep => {
  const body = bodyAt(row, drawn, session);
  const request = buildRequest(
    {
      operation: row.id,
      params: PARAMETERS,
      ...(body !== undefined && { body }),
      credential: 'missing',
      headers: {
        'user-agent': userAgentOf(session.target, { id: session.runId, isNamed: true }),
      },
      test: 'load',
      intent: 'legal',
    },
    session.target,
  );
  let url = request.origin + request.path;
  for (const [from, to] of escaped) url = url.replace(from, to);
  const text = request.body && new TextDecoder().decode(request.body);
  return {
    operation: row.id,
    method: request.method,
    url,
    ...(text !== undefined && { body: text.replaceAll(String(AMOUNT), '‹price.amount›') }),
    learn: learnedValues(row, session),
    readsBack: READS.has(row.step),
  };
};

/** Journeys from draft to contract, the lines in turn, as JSON texts of JourneyStep[]; side effects as the target allows. */
export const planJourneys = (
  session: Session,
  lines: readonly Line[],
  count: number,
): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const line = lines[index % lines.length] as Line;
    const drawn = draw(session, line, index);
    const rows = ROUTE.flatMap((step) => operationOf(line, step) ?? []);
    const steps = rows
      .filter((row) => isAllowed(row, session))
      .map((row) => journeyStep(row, drawn, session));
    return JSON.stringify(steps);
  });

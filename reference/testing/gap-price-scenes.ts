import type { Answer, Visitor } from './visitor.ts';
import { type JsonObject, withPointer } from '../json.ts';
import { amountOf, contractBody, writeDraft } from './journey.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Scene } from './fault-scenes.ts';

const PROTECTED = withPointer(SAMPLE_DRAFTS.gap, '/risk/cascoFactors/fullProtectionDuration', 24);
const BODY = withPointer(PROTECTED, '/risk/drivers', [{ numberOfClaimsLast5Years: '1' }]);
const INVOICE = '/risk/vehicle/invoice';
const RATE = '/risk/cascoFactors/depreciationRate';

const written = async (visitor: Visitor, body: JsonObject): Promise<string> =>
  (await writeDraft(visitor, 'gap', body)).draftId;
const priced = (visitor: Visitor, draftId: string): Promise<Answer> =>
  visitor.call('gap.price-request', { draftId }, {});
const updated = (visitor: Visitor, draftId: string, body: JsonObject): Promise<Answer> =>
  visitor.call('gap.draft-update', { draftId }, body);
const shownAmount = (visitor: Visitor, price: Answer): string =>
  JSON.stringify(amountOf(visitor, price));

/** Asks for the contract at the price of an answer. */
const concluded = async (visitor: Visitor, draftId: string, price: Answer): Promise<Answer> => {
  const terms = await visitor.call('gap.token-terms', { draftId });
  const payload = contractBody(visitor, 'gap', price, terms);
  return visitor.call('gap.contract-create', { draftId }, payload);
};

const isRefused = ({ status }: Answer): boolean => status >= 400;

const pricedThrice = async (visitor: Visitor): Promise<readonly Answer[]> => {
  const draftId = await written(visitor, BODY);
  const answers: Answer[] = [];
  for (let time = 1; time <= 3; time += 1) answers.push(await priced(visitor, draftId));
  return answers;
};

const OTHERWISE: readonly JsonObject[] = [
  withPointer(BODY, '/terms/variant', 'GAP12'),
  withPointer(BODY, '/terms/claimLimit', { currency: 'EUR', value: 900_000 }),
  withPointer(BODY, `${INVOICE}/purchasedPriceIncludingVat/value`, 4_000_000),
  withPointer(BODY, '/risk/cascoFactors/deductible/value', 140_000),
  withPointer(BODY, '/risk/cascoFactors/fullProtectionDuration', 35),
  withPointer(BODY, '/risk/drivers', [{ numberOfClaimsLast5Years: '2' }]),
];
/** Has the claim limit that a change can be seen in. */
const WITH_LIMIT = withPointer(BODY, '/terms/claimLimit', { currency: 'EUR', value: 1_500_000 });

/** Three prices in a row: of an unchanged draft, and of one that was priced and then changed twice. */
const pricesAgain: Scene = async (visitor) => {
  const draftId = await written(visitor, BODY);
  const answers = [...(await pricedThrice(visitor)), await priced(visitor, draftId)];
  for (const body of OTHERWISE.slice(0, 2)) await updated(visitor, draftId, body);
  for (let time = 1; time <= 3; time += 1) answers.push(await priced(visitor, draftId));
  return answers.some(isRefused);
};

const pricesAlike: Scene = async (visitor) => {
  const amounts = (await pricedThrice(visitor)).map((answer) => shownAmount(visitor, answer));
  return new Set(amounts).size > 1;
};

/** An update after one price, and after two with the user terms. */
const updatesPriced: Scene = async (visitor) => {
  const draftId = await written(visitor, BODY);
  await priced(visitor, draftId);
  const answers = [await updated(visitor, draftId, BODY)];
  for (let time = 1; time <= 2; time += 1) await priced(visitor, draftId);
  await visitor.call('gap.token-terms', { draftId });
  answers.push(await updated(visitor, draftId, BODY));
  return answers.some(isRefused);
};

const takesOldPrice: Scene = async (visitor) => {
  for (const [body, times] of [
    ...OTHERWISE.map((each) => [each, 1] as const),
    ...OTHERWISE.slice(0, 1).map((each) => [each, 2] as const),
  ]) {
    const draftId = await written(visitor, WITH_LIMIT);
    const price = await priced(visitor, draftId);
    if (times === 2) await priced(visitor, draftId);
    await updated(visitor, draftId, body);
    if (!isRefused(await concluded(visitor, draftId, price))) return true;
  }
  return false;
};

/** Whether drafts that differ at one place in these ways cost different amounts. */
const differ =
  (pointer: string, ...values: readonly JsonObject[]): Scene =>
  async (visitor) => {
    const amounts: string[] = [];
    for (const value of values) {
      const draftId = await written(visitor, withPointer(BODY, pointer, value));
      amounts.push(shownAmount(visitor, await priced(visitor, draftId)));
    }
    return new Set(amounts).size > 1;
  };

const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const bought = (days: number, flag?: boolean): JsonObject => ({
  purchasedDate: daysAgo(days),
  purchasedPriceIncludingVat: { currency: 'EUR', value: 3_000_000 },
  ...(flag === undefined ? {} : { isPurchasedInLast6Months: flag }),
});

const pricesNoVehicle: Scene = async (visitor) => {
  const draftId = await written(visitor, withPointer(BODY, '/risk/vehicle/details', undefined));
  return !isRefused(await priced(visitor, draftId));
};

const insuresWithNobody: Scene = async (visitor) => {
  const pointer = '/risk/vehicle/cascoInsurerCompany';
  const { draftId, answer } = await writeDraft(
    visitor,
    'gap',
    withPointer(BODY, pointer, 'No Such Insurer'),
  );
  if (isRefused(answer)) return false;
  return !isRefused(await concluded(visitor, draftId, await priced(visitor, draftId)));
};

/** The scenes in which faults of motor gap prices show. */
export const gapPriceScenes: Readonly<Record<string, Scene>> = {
  'GAP-PRICE-01': pricesAgain,
  'GAP-PRICE-02': takesOldPrice,
  'GAP-PRICE-03': pricesAlike,
  'GAP-PRICE-04': updatesPriced,
  'GAP-FRACTION-02': differ(RATE, { numerator: 1 }, { numerator: 1, denominator: 1 }),
  'GAP-INVOICE-01': differ(INVOICE, bought(30), bought(30, true), bought(30, false)),
  'GAP-INVOICE-02': differ(INVOICE, bought(400), bought(400, false)),
  'GAP-VEHICLE-01': pricesNoVehicle,
  'GAP-INSURER-01': insuresWithNobody,
};

import { type Call, draftOf, type Handler } from '../call.ts';
import type { Choices } from '../choices.ts';
import { LIMITS, type PriceRequest } from '../store.ts';
import type { Price } from '../prices/price.ts';
import { dateIn } from '../calendar.ts';
import { exchangedShape, hasFirstShape } from '../prices/exchanged-shapes.ts';
import { momentAs } from '../date-forms.ts';
import { eur } from '../prices/money.ts';
import { randomUUID } from 'node:crypto';
import { placeValue } from '../place-value.ts';
import { isObject } from '../json.ts';
import { Refusal } from '../refusal.ts';

/** Validity of a price request, in days. */
const VALIDITY_DAYS = 30;

const priceOf = (call: Call): Price => {
  const { body, items, line } = draftOf(call);
  const { tariffs, choices } = call.tables;
  const price = tariffs[line]({
    body,
    today: dateIn(call.now, choices.timeZone),
    cars: items.car.size,
    persons: items.person.size,
  });
  return choices.priceShapes === 'exchanged' ? exchangedShape(line, price) : price;
};

/**
 * Only the first shape leaves the format of its limit open; the alternative one states an ISO 8601
 * date-time (V6).
 */
const validUntilForm = ({ operation, tables: { choices } }: Call): Choices['validUntil'] =>
  hasFirstShape(operation.line, choices.priceShapes) ? choices.validUntil : 'iso';

const keep = (call: Call, amount: number): PriceRequest => {
  const { priceRequests } = draftOf(call);
  const newest = priceRequests.at(-1);
  if (call.tables.choices.equalPrices === 'one' && newest?.amount === amount && !newest.invalidated)
    return newest;
  const validUntil = new Date(call.now.getTime() + VALIDITY_DAYS * 86_400_000);
  const id = call.tables.draw('price', randomUUID);
  const request = { id, amount, validUntil, invalidated: false };
  priceRequests.push(request);
  priceRequests.splice(0, priceRequests.length - LIMITS.priceRequests);
  return request;
};

/** Throws Refusal if the tariff has a rule that the draft breaks and the specification does not state (V17). */
const checkTariffRules = (call: Call): void => {
  const { policyholder } = draftOf(call).body;
  const contact = isObject(policyholder) ? policyholder['contact'] : undefined;
  const hasPhone = isObject(contact) && contact['phone'] !== undefined;
  if (call.tables.choices.pricesNeedPhone && !hasPhone)
    throw new Refusal('rule', 'a price needs a phone number of the policyholder');
};

/**
 * Creates a price request for the draft and answers with its prices; motor gap adds the price of
 * the contract.
 */
export const createPriceRequest: Handler = (call) => {
  checkTariffRules(call);
  const { place, form } = call.tables.choices.gapPrice;
  const { fields, amount } = priceOf(call);
  const request = keep(call, amount);
  const itself = {
    priceRequestId: request.id,
    validUntil: momentAs(request.validUntil, validUntilForm(call)),
  };
  const resource = { ...fields, ...itself };
  if (call.operation.line !== 'gap') return { resource, modifiedAt: call.now };
  // validForDays is an integer, too, so that a client must not take just any integer for the amount.
  if (place === null) {
    return { resource: { ...itself, validForDays: VALIDITY_DAYS }, modifiedAt: call.now };
  }
  const shown = form === 'amount' ? eur(amount) : amount;
  return { ...placeValue(place, shown, resource), modifiedAt: call.now };
};

/** Answers with the price of a travel draft, without creating a price request. */
export const createPriceInfo: Handler = (call) => ({
  resource: { indicativePrice: eur(priceOf(call).amount) },
});

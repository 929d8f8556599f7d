import { type Answer, type Departure, type Visitor, at } from './visitor.ts';
import type { KnownOperation } from '../../spec/operations.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import { LEAD_SIGNS } from './lead-signs.ts';
import { OWNERSHIP_SIGNS } from './ownership-signs.ts';
import { isObject } from '../json.ts';

/** How a fault shows: what is sent, one request each, and what an answer shows that a correct service never does. */
export interface Sign {
  readonly sent: readonly (Departure & { readonly body?: unknown; readonly unknown?: string })[];
  readonly isWrong: (
    answer: Answer,
    operation: KnownOperation,
    visitor: Visitor,
  ) => boolean | Promise<boolean>;
}

const PLAIN = [{}];
const raw = (...texts: readonly string[]): Sign['sent'] => texts.map((text) => ({ raw: text }));
const countries = (...codes: readonly string[]): Sign['sent'] =>
  codes.map((country) => ({ country }));
const versions = (...values: readonly (string | null)[]): Sign['sent'] =>
  values.map((value) => ({ headers: { [VERSION_HEADER]: value } }));
const spellings = (...names: readonly string[]): Sign['sent'] =>
  names.map((name) => ({ headers: { [VERSION_HEADER]: null, [name]: '1.0' } }));
const unknown = (parameter: string): Sign['sent'] => [{ unknown: parameter }];

const accepted: Sign['isWrong'] = ({ status }) => status < 400;
const refused: Sign['isWrong'] = ({ status }) => status >= 400;
const not =
  (...right: readonly number[]): Sign['isWrong'] =>
  ({ status }) =>
    !right.includes(status);
const is =
  (...wrong: readonly number[]): Sign['isWrong'] =>
  ({ status }) =>
    wrong.includes(status);
const field = (pointer: string, isWrong: (value: unknown) => boolean): Sign => ({
  sent: PLAIN,
  isWrong: ({ body }) => isWrong(at(body, pointer)),
});

const DATE_TIME = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$|^\d{4}-\d\d-\d\dT/;

const followed: Sign['isWrong'] = async ({ headers }, _, visitor) => {
  const { status } = await visitor.follow(
    headers['location'] ?? '',
    '/BE/motor/gap/drafts/1/to-contract',
  );
  return status >= 400;
};

/** How a fault of each requirement shows, where it does so on any legal call. */
export const SIGNS: Readonly<Record<string, Sign>> = {
  'PATH-01': { sent: PLAIN, isWrong: is(404, 405, 501) },
  'LEGAL-01': { sent: PLAIN, isWrong: is(400) },
  'ERROR-01': { sent: PLAIN, isWrong: is(500) },
  ...Object.fromEntries(
    [
      'JOBLOSS-LEGAL-language',
      'TRAVEL-LEGAL-terms.variant',
      'TRAVEL-CAR-LEGAL-plate',
      'LANDLORD-LEGAL-risk.insuredProperty.secondType',
      'GAP-LEGAL-risk.drivers[].numberOfClaimsLast5Years',
      'GAP-PRICE-LEGAL-partnerReference',
      'GAP-LEAD-LEGAL-partnerReference',
      'LEAD-LEGAL-transport',
    ].map((id) => [id, { sent: PLAIN, isWrong: is(400) }]),
  ),
  'JOBLOSS-FLAG-03': { sent: PLAIN, isWrong: accepted },
  'JOBLOSS-FLAG-05': { sent: PLAIN, isWrong: accepted },
  'JOBLOSS-FLAG-06': { sent: PLAIN, isWrong: not(400) },
  'JOBLOSS-FIELD-language-enum': { sent: PLAIN, isWrong: accepted },
  'GAP-FIELD-terms.variant-enum': { sent: PLAIN, isWrong: accepted },
  'VERSION-01': { sent: versions(null), isWrong: accepted },
  'VERSION-02': { sent: versions('2.0', '0.9'), isWrong: accepted },
  'VERSION-03': {
    sent: spellings(VERSION_HEADER.toLowerCase(), VERSION_HEADER.toUpperCase()),
    isWrong: refused,
  },
  'COUNTRY-01': { sent: countries('be', 'Be', 'bE'), isWrong: refused },
  'COUNTRY-02': { sent: countries('FR', 'NL', 'XX', 'BELGIUM'), isWrong: accepted },
  'AUTH-01': {
    sent: [{ headers: { authorization: null } }, { headers: { authorization: 'Bearer ' } }],
    isWrong: not(401),
  },
  'AUTH-02': {
    sent: [{ altered: 'changed' }, { altered: 'cut' }, { altered: 'prolonged' }],
    isWrong: not(401),
  },
  'AUTH-03': { sent: [{ as: 'withoutRights' }], isWrong: not(403, 404) },
  'ID-01': { sent: unknown('draftId'), isWrong: not(404) },
  'ID-02': { sent: unknown('contractId'), isWrong: not(404) },
  'ID-03': { sent: unknown('carId'), isWrong: not(404) },
  'ID-04': { sent: unknown('personId'), isWrong: not(404) },
  'ID-05': { sent: unknown('keyId'), isWrong: not(404) },
  'BODY-01': { sent: raw('{"language": "nl", '), isWrong: accepted },
  'BODY-02': { sent: raw('[]', '[{}]'), isWrong: accepted },
  'BODY-03': { sent: raw('"a text"'), isWrong: accepted },
  'BODY-04': { sent: raw('', '{}'), isWrong: accepted },
  'BODY-05': {
    sent: raw('{', '[]', '"a text"', '', '{"language":{},"terms":"a text"}'),
    isWrong: is(500),
  },
  'TRAVEL-CAR-04': { sent: raw('{}'), isWrong: refused },
  'TRAVEL-METADATA-04': { sent: raw('{}'), isWrong: refused },
  'STATUS-01': { sent: PLAIN, isWrong: ({ status }, { success }) => status !== success },
  'STATUS-02': {
    sent: [...raw('{', '[]'), ...unknown('draftId')],
    // Where the list has no code for a body, a plain service answers 400 (S4, S6), and 404 where it has none for an id (S5).
    isWrong: ({ status }, { id, failures, success }) =>
      status !== success &&
      status !== 400 &&
      !(status === 404 && id === 'gap.price-request') &&
      !failures?.includes(status),
  },
  'STATUS-03': { sent: raw('{'), isWrong: is(402) },
  'LASTMOD-01': { sent: PLAIN, isWrong: ({ headers }) => !('last-modified' in headers) },
  'LASTMOD-02': {
    sent: PLAIN,
    isWrong: ({ headers }) =>
      'last-modified' in headers && !DATE_TIME.test(headers['last-modified']),
  },
  'RESOURCE-01': { sent: PLAIN, isWrong: ({ body }) => !isObject(body) },
  'BODY-06': { sent: [{ body: {} }], isWrong: refused },
  'DRAFT-01': { sent: PLAIN, isWrong: refused },
  'DRAFT-02': { sent: [{ body: {} }], isWrong: refused },
  ...LEAD_SIGNS,
  ...OWNERSHIP_SIGNS,
  'PRICE-01': field('/validUntil', (limit) => Date.parse(String(limit)) < Date.now()),
  'GAP-FRACTION-01': { sent: PLAIN, isWrong: refused },
  'GAP-WHITELABEL-01': { sent: PLAIN, isWrong: refused },
  'LANDLORD-DRAFT-01': { sent: PLAIN, isWrong: ({ body }) => !isObject(body) },
  'GAP-CONTRACT-02': { sent: PLAIN, isWrong: ({ headers }) => !headers['location'] },
  'GAP-CONTRACT-03': { sent: PLAIN, isWrong: followed },
  'LANDLORD-RESOURCE-draftId-type': field('/draftId', (id) => typeof id === 'number'),
  'LANDLORD-RESOURCE-risk.insuredProperty.type-enum': field(
    '/risk/insuredProperty/type',
    (type) => type !== 'residential',
  ),
  'PRICE-FIELD-prices[].totalPackage.totalPrice.withTaxes-type': field(
    '/prices/0/totalPackage/totalPrice/withTaxes',
    (price) => typeof price === 'string',
  ),
};

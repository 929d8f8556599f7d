import { ALL_FAULTS } from '../generators/invalid/all-faults.ts';
import { LEGAL_VALUES } from '../generators/legal-values.ts';
import type { RequirementId } from '../spec/catalogue.ts';
import { isStateful } from './suite-requirements.ts';

const TWINS =
  'each priced on a fresh draft with else equal data; where the amounts differ, the first is priced once more, since equal drafts must price equally.';

/** What is sent to judge the prices of motor gap. */
const GAP_PRICES_SENT = {
  'GAP-PRICE-01':
    'One draft is priced three times, another is priced, changed and priced again; what is refused is compared with the first price and, after the change, with a fresh draft that was written with it.',
  'GAP-PRICE-02':
    'A draft is priced, a field that feeds the price is changed, and the contract is asked for at the old amount. Where it is refused, the contract for a new price has to be made. Where it is made, fresh drafts show whether equal drafts cost the same, whether the change moves the price, and whether a contract without a price request or for another amount is refused.',
  'GAP-PRICE-03': 'A draft with claims and one without any are priced three times each.',
  'GAP-PRICE-04':
    'A draft is priced and then updated with another variant; where that is refused, a fresh draft is written with the same content.',
  'GAP-FRACTION-02': `The depreciation rates 1 and 0 with the denominator 1 and without one, ${TWINS}`,
  'GAP-INVOICE-01': `A purchase of 30 days ago, without the flag, with true and with false, ${TWINS}`,
  'GAP-INVOICE-02': `A purchase of 400 days ago, without the flag and with false, ${TWINS}`,
} as const;

/** A walk from draft to contract, on which the universal oracles look at every answer. */
const JOURNEY =
  'Each line is walked from draft to contract with valid data drawn from the seed; every answer on the way is looked at, and a suspicious walk is repeated once on a fresh draft. Where its data are refused, up to three other drafts are walked.';

const PROBES =
  'Each operation is made callable on fresh data; probes with exactly one fault each go first, then the same call without it (the twin), which has to be accepted. Where the data of the legal call are refused, all is sent with other data, up to three times.';

const DRAFTS =
  'A valid draft and the same one with exactly one fault are written, by the creation and by an update of an empty draft, and followed through price request and contract until the faulty one is refused; the valid one has to be accepted up to there. Several faults are put into the same valid draft, which is sent once for all of them; of an update after them, to the same draft, which their refusals left empty.';

const LEADS =
  'A lead by EMAIL is asked for a valid draft, and for the same one with exactly one fault, at once and after its price request; that of the valid draft has to be accepted. Where the draft is not written with the fault, no more is seen.';

const LEGAL =
  'A valid body that has the value is sent, or a draft that is sent for another value and has this one as well; where it is refused, the same body with another legal value (the twin) has to be accepted, and the value is tried in a second, different body.';

const DELETED_TWICE =
  'One is added to a draft and deleted twice; where the second deletion succeeds a put is tried, then both under an id that nobody handed out.';

const SIDE_BY_SIDE =
  'Four are added to a draft, one of them is changed, and they are deleted one after the other; where one is gone too early, each of the operations is tried alone on a fresh draft. Five others are added at once and deleted one after the other.';

const DELETED_ELSEWHERE =
  'One is deleted through another draft that never handed out its id, then through its own.';

const FOREIGN =
  'Each operation that names a draft or a contract is called by its owner and by another identity, as far as the target says what that one may do there (decisions.othersMay).';

const EMPTY_DELETION =
  'One is added to a draft and deleted with an empty object; where that is refused twice, the same deletion is made without a body on a fresh draft. Nothing is sent where the target says that the body does not arrive.';

const SEQUENCES =
  'Drafts, several at once, are also led through sequences of calls in any order and number; what fails there is made small.';

/** What is sent to judge the requirements whose ids begin so; the longest beginning counts. */
export const WHAT_IS_SENT = {
  'PATH-': JOURNEY,
  'LEGAL-': JOURNEY,
  'ERROR-': `${JOURNEY} Drafts without one optional field each are priced, too, and an operation that has only broken down is called up to five more times.`,
  'STATUS-01': JOURNEY,
  'LASTMOD-': `${JOURNEY} Every 200 of the run is looked at; an operation that has not shown the header is called again until there are eight.`,
  'RESOURCE-': JOURNEY,
  'DRAFT-01': `${JOURNEY} Every draft is read after it was created and after it was updated.`,
  'GAP-CONTRACT-02': JOURNEY,
  'GAP-CONTRACT-03': `${JOURNEY} The link in the answer to the contract creation is followed with GET.`,
  'GAP-CONTRACT-01':
    'A draft that has its contract is asked for it again: with the same body, a new user terms token, another payment term, and after another price request and an update; other drafts are asked by 2, 5 and 20 calls at once, as far as limits.concurrency allows. Where answers name different contracts, each is read.',
  'GAP-TOKEN-01':
    'A priced draft is asked for its contract with a user terms token of which four characters in the middle are changed, then half of them, then with the token itself (the twin), which has to be accepted.',
  'LANDLORD-RESOURCE-': `${JOURNEY} The landlord drafts in the answers are compared with the field table.`,
  'LANDLORD-READBACK-':
    'Landlord drafts with the legal values of every field are written, read again and compared with what was written, also after each update on the way to the contract.',
  'LANDLORD-DRAFT-01': JOURNEY,
  'LANDLORD-DRAFT-02': `${JOURNEY} The draftId in an answer is compared with the id of the path, that of a creation with the id under which the draft is read.`,
  'PRICE-01': `${JOURNEY} The validUntil in the answers is compared with the time of asking.`,
  'AMOUNT-02': `${JOURNEY} The currency of every amount in the answers is compared with EUR, but for fields that a table shows, which have requirements of their own.`,
  'PRICE-FIELD-': `${JOURNEY} The prices in the answers are compared with the first price shape.`,
  'PRICE-ALTERNATIVE-': `${JOURNEY} The prices in the answers are compared with the alternative price shape.`,
  'VERSION-': `${PROBES} The faults: no Service-Api-Version header, version 2.0, version 0.9.`,
  'VERSION-03':
    'Each operation is called with the name of the header in small letters and in capitals, on objects made in the plain way, both on the same ones where it can be repeated; what is refused is asked on others and compared with the plain call, whose header is spelt as it is printed.',
  'COUNTRY-01':
    'Each operation is called with be, Be and bE instead of BE, on objects made in the plain way, all on the same ones where it can be repeated; what is refused is asked on others and compared with the plain call.',
  'COUNTRY-02': `${PROBES} The faults: the countries FR, NL, XX and BELGIUM in the path.`,
  'AUTH-01': `${PROBES} The faults: no credential, and one with nothing in it.`,
  'AUTH-02': `${PROBES} The faults: a credential with four characters changed, one that is cut and one that is prolonged, or the one that the target file gives for this.`,
  'AUTH-03': `${PROBES} The fault: the credential of the identity without rights.`,
  'AUTH-04':
    'Each operation is called on a draft of the owner, with other data, by everybody who has to be refused: without a credential, with an invalid one, as the identity without rights and, where it may do nothing with the draft, as another identity. The answers are searched for names, streets, numbers and addresses of the draft.',
  'AUTH-05': `${FOREIGN} What the owner made is read by the owner first; a draft when it is new and once it was priced.`,
  'AUTH-06': `${FOREIGN} The other identity goes first, each on a fresh draft, with a body that is valid for the owner, who makes the same call next; where the other was let in, the owner looks at what came of it instead.`,
  'ID-': `${PROBES} The fault: a real id with characters of its middle changed, so that nobody handed it out.`,
  'BODY-01': `${PROBES} The fault: a body that breaks off in the middle of its JSON.`,
  'BODY-02': `${PROBES} The fault: the legal body inside an array.`,
  'BODY-03': `${PROBES} The fault: a JSON text as the body.`,
  'BODY-04': `${PROBES} The faults: an empty body, and an empty object.`,
  'BODY-05': `${PROBES} The faults: broken JSON, an array, a text, no body at all, and two fields of another type.`,
  'STATUS-02': `${PROBES} The faults: those of version, country, credential, id and body, as far as they apply.`,
  'JOBLOSS-FLAG-06': `${DRAFTS} The faults: those of JOBLOSS-FLAG-01 to 05, apart from those beside a flag that the status does not allow.`,
  'STATUS-03': `${PROBES} The fault: a body that breaks off in the middle of its JSON.`,
  ...GAP_PRICES_SENT,
  'DRAFT-02':
    'A draft is created from an empty object; what is refused is compared with the creation of a whole draft.',
  'DRAFT-03':
    'A draft of each line is read several times in a row, updated and read again, twice; every read has to be served. Another draft is updated and priced by several calls at once, then read.',
  'DRAFT-04':
    'Three drafts of a line are created, the second for the customer of the first, and the second is updated; after each step the others are read again, and a landlord draft has to show what it showed before.',
  'UNIQUE-01':
    'Drafts are created one after the other, and twenty at once, as far as limits.concurrency allows; the ids of each, and of all other drafts of the run, are compared.',
  'UNIQUE-02':
    'Contracts are made of several drafts; the ids of all contracts of the run are compared.',
  'UNIQUE-03':
    'Several cars are added to each of two drafts; the ids of all cars of the run are compared, and those of five cars that are added at once.',
  'UNIQUE-04':
    'Several keys are added to one draft, one after the other and at once, and some that differ from another in case, end or length alone; their ids are compared.',
  'ID-06':
    'Each line is asked for a draft of each of the other lines, where their ids look random, and for one of its own, which has to be served.',
  'ID-07':
    'Each line is asked for a contract of each of the other lines, where their ids look random, and for one of its own, which has to be served.',
  'TRAVEL-CAR-01': DELETED_TWICE,
  'TRAVEL-PERSON-01': DELETED_TWICE,
  'TRAVEL-METADATA-01': DELETED_TWICE,
  'TRAVEL-CAR-02': SIDE_BY_SIDE,
  'TRAVEL-PERSON-02': SIDE_BY_SIDE,
  'TRAVEL-METADATA-02': SIDE_BY_SIDE,
  'TRAVEL-CAR-03': DELETED_ELSEWHERE,
  'TRAVEL-PERSON-03': DELETED_ELSEWHERE,
  'TRAVEL-METADATA-03': DELETED_ELSEWHERE,
  'TRAVEL-CAR-04': EMPTY_DELETION,
  'TRAVEL-METADATA-04': EMPTY_DELETION,
} as const satisfies Readonly<Record<string, string>>;

/** What is sent where a faulty body breaks the requirement, with what is wrong in it. */
const faultyBodies = (id: RequirementId): string | undefined => {
  const faults = ALL_FAULTS.filter(({ requirement }) => requirement === id);
  const [first] = faults;
  if (!first) return undefined;
  const drafts = first.checkpoint === 'lead' ? LEADS : DRAFTS;
  const how = first.body.endsWith('-draft') ? drafts : PROBES;
  const what = [...new Set(faults.map((fault) => fault.what))].join('; ');
  return `${how} ${faults.length === 1 ? 'The fault' : 'The faults'}: ${what}.`;
};

/** What is sent where a legal value that is refused breaks the requirement, with the values. */
const legalBodies = (id: RequirementId): string | undefined => {
  const values = LEGAL_VALUES.filter(({ requirement }) => requirement === id);
  if (values.length === 0) return undefined;
  const what = [...new Set(values.map(({ pointer, name }) => `${pointer} (${name})`))].join('; ');
  return `${LEGAL} ${values.length === 1 ? 'The value' : 'The values'}: ${what}.`;
};

const ownSuite = (id: RequirementId): string | undefined =>
  faultyBodies(id) ??
  legalBodies(id) ??
  Object.entries(WHAT_IS_SENT)
    .filter(([beginning]) => id.startsWith(beginning))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];

/** What is sent to judge a requirement, in a few sentences; undefined where no suite judges it. */
export const whatIsSent = (id: RequirementId): string | undefined => {
  const sent = ownSuite(id);
  return sent !== undefined && isStateful(id) ? `${sent} ${SEQUENCES}` : sent;
};

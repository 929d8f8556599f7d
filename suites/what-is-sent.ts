import { ALL_FAULTS } from '../generators/invalid/all-faults.ts';
import { LEGAL_VALUES } from '../generators/legal-values.ts';
import type { RequirementId } from '../spec/catalogue.ts';

/** A walk from draft to contract, on which the universal oracles look at every answer. */
const JOURNEY =
  'Each line is walked from draft to contract with valid data drawn from the seed; every answer on the way is looked at, and a suspicious walk is repeated once on a fresh draft.';

const PROBES =
  'Each operation is made callable on fresh data; probes with exactly one fault each go first, then the same call without it (the twin), which has to be accepted.';

const DRAFTS =
  'A valid draft and the same one with exactly one fault are written, by the creation and by an update of an empty draft, and followed through price request and contract until the faulty one is refused; the valid one has to be accepted up to there.';

const LEGAL =
  'A valid body that has the value is sent; where it is refused, the same body with another legal value (the twin) has to be accepted, and the value is tried in a second, different body.';

/** What is sent to judge the requirements whose ids begin so; the longest beginning counts. */
export const WHAT_IS_SENT = {
  'PATH-': JOURNEY,
  'LEGAL-': JOURNEY,
  'ERROR-': JOURNEY,
  'STATUS-01': JOURNEY,
  'LASTMOD-': JOURNEY,
  'RESOURCE-': JOURNEY,
  'DRAFT-01': `${JOURNEY} Every draft is read after it was created and after it was updated.`,
  'GAP-CONTRACT-02': JOURNEY,
  'GAP-CONTRACT-03': `${JOURNEY} The link in the answer to the contract creation is followed with GET.`,
  'LANDLORD-RESOURCE-': `${JOURNEY} The landlord drafts in the answers are compared with the field table.`,
  'LANDLORD-READBACK-':
    'Landlord drafts with the legal values of every field are written, read again and compared with what was written, also after each update on the way to the contract.',
  'PRICE-FIELD-': `${JOURNEY} The prices in the answers are compared with the first price shape.`,
  'PRICE-ALTERNATIVE-': `${JOURNEY} The prices in the answers are compared with the alternative price shape.`,
  'VERSION-': `${PROBES} The faults: no Service-Api-Version header, version 2.0, version 0.9.`,
  'COUNTRY-01':
    'Each operation is called with be, Be and bE instead of BE, on objects made in the plain way; what is refused is compared with the plain call.',
  'COUNTRY-02': `${PROBES} The faults: the countries FR, NL, XX and BELGIUM in the path.`,
  'AUTH-01': `${PROBES} The fault: no credential.`,
  'AUTH-02': `${PROBES} The fault: a credential with four characters changed, or the one that the target file gives for this.`,
  'AUTH-03': `${PROBES} The fault: the credential of the identity without rights.`,
  'ID-': `${PROBES} The fault: a real id with characters of its middle changed, so that nobody handed it out.`,
  'BODY-01': `${PROBES} The fault: a body that breaks off in the middle of its JSON.`,
  'BODY-02': `${PROBES} The fault: the legal body inside an array.`,
  'BODY-03': `${PROBES} The fault: a JSON text as the body.`,
  'BODY-04': `${PROBES} The faults: an empty body, and an empty object.`,
  'BODY-05': `${PROBES} The faults: broken JSON, an array, a text and an empty body.`,
  'STATUS-02': `${PROBES} The faults: those of version, country, credential, id and body, as far as they apply.`,
  'STATUS-03': `${PROBES} The fault: a body that breaks off in the middle of its JSON.`,
  'DRAFT-02':
    'A draft is created from an empty object; what is refused is compared with the creation of a whole draft.',
} as const satisfies Readonly<Record<string, string>>;

/** What is sent where a faulty body breaks the requirement, with what is wrong in it. */
const faultyBodies = (id: RequirementId): string | undefined => {
  const faults = ALL_FAULTS.filter(({ requirement }) => requirement === id);
  const [first] = faults;
  if (!first) return undefined;
  const how = first.body.endsWith('-draft') ? DRAFTS : PROBES;
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

/** What is sent to judge a requirement, in a sentence or two; undefined where no suite judges it. */
export const whatIsSent = (id: RequirementId): string | undefined =>
  faultyBodies(id) ??
  legalBodies(id) ??
  Object.entries(WHAT_IS_SENT)
    .filter(([beginning]) => id.startsWith(beginning))
    .sort(([a], [b]) => b.length - a.length)[0]?.[1];

import type * as fc from 'fast-check';
import { loadTarget, type TargetSource } from '../../client/target/load-target.ts';
import { createRedactor } from '../../client/secrets/redactor.ts';
import { openApiDocument } from '../../spec/openapi/openapi-document.ts';
import type { Auth } from '../../client/target/target-auth.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { contextOf, type GeneratorContext } from '../../generators/context.ts';
import { OPERATIONS, type OperationId, type KnownOperation } from '../../spec/operations.ts';
import type { DocumentFacts } from '../../spec/openapi/operation-object.ts';
import { VERSION } from '../../store/version.ts';
import { car } from '../../generators/car.ts';
import { completeDraft } from '../../generators/draft.ts';
import { lead, gapPriceRequestBody, toContractPayload } from '../../generators/request-bodies.ts';
import { sample, subSeed } from '../../generators/sample.ts';

/** One seed for all documents, so that a document changes only with the service or the generators. */
const SEED = 1;
const AMOUNT = 1325;

const bodyOf = (
  { request, line }: KnownOperation,
  context: GeneratorContext,
  paymentTerm: string,
): fc.Arbitrary<unknown> | undefined => {
  if (!request.shown || request.name === 'none') return undefined;
  switch (request.name) {
    case 'car':
      return car(context);
    case 'lead':
    case 'gap-lead':
      return lead(line, 'EMAIL');
    case 'gap-price-request':
      return gapPriceRequestBody(context);
    case 'to-contract':
      return toContractPayload({ term: paymentTerm, amount: AMOUNT, token: 'as issued' });
    case 'empty-object':
      return undefined;
    default:
      return completeDraft(line, context);
  }
};

/** A legal body for each operation with a documented body, generated as in a run. */
const exampleBodies = (
  context: GeneratorContext,
  paymentTerm: string,
): Readonly<Partial<Record<OperationId, unknown>>> =>
  Object.fromEntries(
    OPERATIONS.flatMap((row) => {
      const body = bodyOf(row, context, paymentTerm);
      return body ? [[row.id, sample(body, subSeed(SEED, 'openapi', row.id))]] : [];
    }),
  );

type Scheme = NonNullable<DocumentFacts['security']>;

/** Security scheme of a credential, without the credential. */
const schemeOf = (auth: Auth): Scheme | undefined => {
  if (auth.scheme === 'none') return undefined;
  if (auth.scheme === 'apiKey')
    return { name: 'apiKey', scheme: { type: 'apiKey', in: auth.in, name: auth.name } };
  if (auth.scheme !== 'oauth2')
    return { name: auth.scheme, scheme: { type: 'http', scheme: auth.scheme } };
  const clientCredentials = { tokenUrl: auth.tokenUrl, scopes: {} };
  return { name: 'oauth2', scheme: { type: 'oauth2', flows: { clientCredentials } } };
};

const ISSUED_IDS = {
  'draft-create': ['draft', 'draftId'],
  'car-post': ['car', 'carId'],
  'person-post': ['person', 'personId'],
  'metadata-post': ['metadata', 'keyId'],
  'contract-create': ['contract', 'contractId'],
} as const;

/** A link can point into the body only: a Location holds more than the id. */
const pointerIn = (places: readonly string[] = []): string | undefined =>
  places.find((place) => place.startsWith('/'));

const idsOf = ({ ids }: ResolvedTarget): DocumentFacts['ids'] =>
  Object.fromEntries(
    OPERATIONS.flatMap(({ id, line, step }) => {
      const [thing, parameter] = ISSUED_IDS[step as keyof typeof ISSUED_IDS] ?? [];
      if (thing === undefined) return [];
      const own: Readonly<Partial<Record<string, readonly string[]>>> = ids[line];
      const pointer = pointerIn(own[thing]);
      return pointer === undefined ? [] : [[id, { parameter, pointer }]];
    }),
  );

/** Templates as the target has them; the result of a function is not known beforehand. */
const templatesOf = ({ bodies }: ResolvedTarget): DocumentFacts['bodies'] =>
  Object.fromEntries(
    Object.entries(bodies).filter(([, body]) => typeof body !== 'function'),
  ) as Readonly<Partial<Record<OperationId, unknown>>>;

/** Facts from a target that an OpenAPI document can hold; no credentials. */
const documentFactsOf = (
  target: ResolvedTarget,
  today: string,
  servers: DocumentFacts['servers'],
): DocumentFacts => {
  const security = schemeOf(target.identities.owner.auth);
  const [paymentTerm = ''] = target.paymentTerms;
  return {
    version: VERSION,
    servers,
    ...(security ? { security } : {}),
    examples: exampleBodies(contextOf(target, today), paymentTerm),
    bodies: templatesOf(target),
    ids: idsOf(target),
  };
};

/** Fixed values for the generic document, so that its examples do not change from day to day. */
const FIXED_DAY = '2026-01-15';
const PLACEHOLDER_URL = 'https://service.invalid';

const variable = (name: string, line: string) => ({
  url: `{${name}}`,
  description: line,
  variables: {
    [name]: { default: PLACEHOLDER_URL, description: `Address of ${line.toLowerCase()}.` },
  },
});

const OPEN = {
  base: variable('base_url', 'The jobloss, travel and landlord lines'),
  gap: variable('gap_base_url', 'The motor gap line'),
};

const textOf = (document: unknown): string => `${JSON.stringify(document, undefined, 2)}\n`;

/** OpenAPI 3.1 document of the service as specified, in JSON; deterministic. */
export const openApiOfSpecification = async (): Promise<string> => {
  const target = await loadTarget({ document: { base_url: PLACEHOLDER_URL }, inherited: {} });
  return textOf(openApiDocument(documentFactsOf(target, FIXED_DAY, OPEN)));
};

/** OpenAPI document completed with facts from a target; secrets are left out. Throws TargetError. */
export const openApiOfTarget = async (source: TargetSource, today: string): Promise<string> => {
  const target = await loadTarget(source);
  const servers = {
    base: { ...OPEN.base, url: target.base_url, variables: undefined },
    gap: { ...OPEN.gap, url: target.gap_base_url, variables: undefined },
  };
  return createRedactor(target).text(
    textOf(openApiDocument(documentFactsOf(target, today, servers))),
  );
};

import type { Auth } from '../../client/target/target-auth.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { contextOf } from '../../generators/context.ts';
import { OPERATIONS, type OperationId } from '../../spec/operations.ts';
import type { DocumentFacts } from '../../spec/openapi/operation-object.ts';
import { exampleBodies } from './openapi-examples.ts';
import { VERSION } from '../../store/version.ts';

type Scheme = NonNullable<DocumentFacts['security']>;

/** How a credential is presented, without the credential. */
const schemeOf = (auth: Auth): Scheme | undefined => {
  if (auth.scheme === 'none') return undefined;
  if (auth.scheme === 'apiKey')
    return { name: 'apiKey', scheme: { type: 'apiKey', in: auth.in, name: auth.name } };
  if (auth.scheme !== 'oauth2')
    return { name: auth.scheme, scheme: { type: 'http', scheme: auth.scheme } };
  const clientCredentials = { tokenUrl: auth.tokenUrl, scopes: {} };
  return { name: 'oauth2', scheme: { type: 'oauth2', flows: { clientCredentials } } };
};

const HANDED_OUT = {
  'draft-create': ['draft', 'draftId'],
  'car-post': ['car', 'carId'],
  'person-post': ['person', 'personId'],
  'metadata-post': ['metadata', 'keyId'],
  'contract-create': ['contract', 'contractId'],
} as const;

/** A link can name a place in the body only: a Location holds more than the id. */
const pointerIn = (places: readonly string[] = []): string | undefined =>
  places.find((place) => place.startsWith('/'));

const idsOf = ({ ids }: ResolvedTarget): DocumentFacts['ids'] =>
  Object.fromEntries(
    OPERATIONS.flatMap(({ id, line, step }) => {
      const [thing, parameter] = HANDED_OUT[step as keyof typeof HANDED_OUT] ?? [];
      if (thing === undefined) return [];
      const own: Readonly<Partial<Record<string, readonly string[]>>> = ids[line];
      const pointer = pointerIn(own[thing]);
      return pointer === undefined ? [] : [[id, { parameter, pointer }]];
    }),
  );

/** Templates are shown as the target has them; what a function would make is not known beforehand. */
const templatesOf = ({ bodies }: ResolvedTarget): DocumentFacts['bodies'] =>
  Object.fromEntries(
    Object.entries(bodies).filter(([, body]) => typeof body !== 'function'),
  ) as Readonly<Partial<Record<OperationId, unknown>>>;

/** What a target says of its service, as far as an OpenAPI document can hold it; no credential is among it. */
export const documentFactsOf = (
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

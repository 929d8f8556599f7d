import type { IdentityName } from '../../client/target/target-auth.ts';
import type { Answers, Scheme } from './answers.ts';

const PREFIXES: readonly (readonly [identity: IdentityName, prefix: string, who: string])[] = [
  ['owner', 'ASSAY_', 'the owner, who creates everything'],
  ['other', 'ASSAY_OTHER_', 'another customer'],
  ['withoutRights', 'ASSAY_NO_RIGHTS_', 'a known caller who may call no operation'],
];

/** What a credential of a scheme consists of: the field of the target, and how its variable ends. */
const FIELDS: Readonly<Record<Scheme, readonly (readonly [field: string, ending: string])[]>> = {
  bearer: [['token', 'TOKEN']],
  'api-key': [['key', 'TOKEN']],
  basic: [
    ['username', 'USER'],
    ['password', 'PASSWORD'],
  ],
  oauth2: [
    ['clientId', 'CLIENT_ID'],
    ['clientSecret', 'CLIENT_SECRET'],
  ],
  none: [],
};

/** An identity that the target declares, and the variables that hold its credential, by the field of the target. */
export interface DeclaredIdentity {
  readonly name: IdentityName;
  /** Who it is, for people. */
  readonly who: string;
  readonly variables: readonly (readonly [field: string, variable: string])[];
}

/** The identities that were asked for; a service that wants no credential knows one caller only. */
export const identitiesOf = ({
  auth,
  identities,
}: Pick<Answers, 'auth' | 'identities'>): readonly DeclaredIdentity[] =>
  PREFIXES.slice(0, auth === 'none' ? 1 : identities).map(([name, prefix, who]) => ({
    name,
    who,
    variables: FIELDS[auth].map(([field, ending]) => [field, prefix + ending] as const),
  }));

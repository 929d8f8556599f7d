import type { ResolvedTarget } from '../../client/target.ts';
import type { IdentityName } from '../../client/target/target-auth.ts';
import type { Exchange } from '../../spec/exchange.ts';
import { pollVisit } from './examination.ts';
import { edit, fine, type Remark, withEdits, unclear, wrong } from './remark.ts';
import type { Line } from '../../spec/line.ts';
import { initialState } from '../journey/walk.ts';
import { subSeed } from '../../generators/sample.ts';
import type { ExaminationRun } from './examination-run.ts';
import type { JourneyState, Visit } from '../journey/state.ts';
import { isServed, statusOf } from '../../oracles/answers/answer-form.ts';
import { possibleCall, makeVisit } from '../journey/make-call.ts';

/** Answers to another identity: on a draft of its own, and on one of the owner's. Absent: not requested. */
export interface ForeignAnswers {
  readonly created?: Exchange | undefined;
  readonly read?: Exchange | undefined;
  readonly updated?: Exchange | undefined;
}

/** As an identity, creates a draft, reads one of the owner's, and updates that one if it was readable. */
export const probeIdentity = async (
  run: ExaminationRun,
  line: Line,
  identity: IdentityName,
): Promise<ForeignAnswers> => {
  const test = `doctor/${identity}/${line}`;
  const start = { run, test, seed: subSeed(run.plan.seed, test) };
  const state = initialState(start, line);
  if (!(await makeVisit({ step: 'draft-create' }, state))) return {};
  const as = async (visit: Visit, journey: JourneyState): Promise<Exchange | undefined> => {
    const call = possibleCall(visit, journey);
    return call && run.client.send({ ...call, identity, intent: 'open' });
  };
  // The owner reads first, to prove that the draft is readable.
  await pollVisit(run, { step: 'draft-get' }, state);
  const own = { ...start, seed: subSeed(run.plan.seed, test, 'own') };
  const created = await as({ step: 'draft-create' }, initialState(own, line));
  const read = await as({ step: 'draft-get' }, state);
  const updated = isServed(read)
    ? await as({ step: 'draft-update', revised: true }, state)
    : undefined;
  return { created, read, updated };
};

type Target = Pick<ResolvedTarget, 'identities' | 'references' | 'decisions'>;

const isConcealed = (exchange: Exchange | undefined): boolean =>
  [403, 404].includes(statusOf(exchange));

/** The environment variables that hold a credential, never their values. */
const variablesOf = ({ references }: Pick<Target, 'references'>, name: IdentityName): string =>
  Object.entries(references)
    .filter(([path]) => path.startsWith(`identities.${name}.auth`))
    .map(([, written]) => written)
    .join(', ') || `identities.${name}.auth`;

/** The authentication scheme in the WWW-Authenticate header of a refusal. */
export const schemeHint = (
  exchange: Exchange | undefined,
  { identities }: Pick<Target, 'identities'>,
  name: IdentityName,
): string => {
  const header = [exchange?.response?.headers['www-authenticate'] ?? ''].flat()[0] ?? '';
  const asked = /^\s*([\w-]+)/.exec(header)?.[1]?.toLowerCase();
  const scheme = identities[name]?.auth.scheme ?? 'none';
  if (asked === undefined)
    return `the answer has no WWW-Authenticate, which would name the scheme; identities.${name}.auth.scheme is ${scheme}`;
  const wanted = { bearer: 'bearer', basic: 'basic', apikey: 'apiKey' }[asked.replace(/[-_]/g, '')];
  const isSame = wanted === scheme || (wanted === 'bearer' && scheme === 'oauth2');
  return isSame
    ? `WWW-Authenticate names ${asked}, which is the scheme of the target`
    : `WWW-Authenticate names ${asked}, but identities.${name}.auth.scheme is ${scheme}: change the scheme`;
};

const refused = (target: Target, name: IdentityName, exchange: Exchange | undefined): Remark =>
  wrong(
    `identity ${name}`,
    'its credential is refused (401)',
    `check that ${variablesOf(target, name)} is still valid; ${schemeHint(exchange, target, name)}`,
  );

/** The remark on `other`, which must be a separate customer. */
const otherIdentity = (target: Target, { created }: ForeignAnswers): Remark => {
  const about = 'identity other';
  const status = statusOf(created);
  if (isServed(created)) return fine(about, `creates drafts of its own (${status})`);
  if (status === 401) return refused(target, 'other', created);
  return isConcealed(created)
    ? wrong(
        about,
        `may not create a draft (${status})`,
        `give identities.other the credential of another customer who may create drafts (does ${variablesOf(target, 'other')} hold the one of withoutRights?), or leave identities.other out`,
      )
    : unclear(
        about,
        `could not create a draft (${status === 0 ? 'no answer' : status})`,
        'run the doctor again once the service creates drafts for the owner',
      );
};

type OthersMay = NonNullable<ResolvedTarget['decisions']['othersMay']>;

const mayDo = ({ read, updated }: ForeignAnswers): OthersMay | undefined => {
  if (isServed(read)) {
    if (isServed(updated)) return 'everything';
    return isConcealed(updated) ? 'read' : undefined;
  }
  return isConcealed(read) ? 'nothing' : undefined;
};

/** The remark on the access of the other identity to a draft of the owner's (D10). */
const othersMay = ({ decisions }: Target, all: readonly ForeignAnswers[]): readonly Remark[] => {
  const about = 'othersMay';
  const [answers] = all.filter(({ read }) => read);
  if (!answers) return [];
  const { read, updated } = answers;
  const seenOn = new Set(all.map(mayDo));
  // A single line that accepts other identities may be faulty.
  const found = seenOn.size === 1 ? mayDo(answers) : undefined;
  const seen = `a draft of the owner, as other: read ${statusOf(read)}${updated ? `, changed ${statusOf(updated)}` : ''}`;
  if (found === undefined)
    return [
      unclear(
        about,
        `${seen}${seenOn.size > 1 ? ', and differently on another line' : ''}`,
        'set decisions.othersMay to its rights (nothing, read or everything); a run then judges them',
      ),
    ];
  if (found === decisions.othersMay) return [fine(about, `${found}, as the target says`)];
  const doubt =
    found === 'nothing'
      ? ''
      : '; if it should have no rights, change it to decisions.othersMay: nothing, and a run judges that';
  return [withEdits(about, `${seen}${doubt}`, edit('decisions.othersMay', found))];
};

/** The remark on `withoutRights`, which must be known and have no access at all (S10). */
const withoutRights = (target: Target, { created }: ForeignAnswers): Remark => {
  const about = 'identity withoutRights';
  const status = statusOf(created);
  if (status === 401) return refused(target, 'withoutRights', created);
  if (isConcealed(created)) return fine(about, `may not create a draft (${status})`);
  return isServed(created)
    ? wrong(
        about,
        `may create a draft (${status})`,
        `give identities.withoutRights the credential of a caller without any rights (does ${variablesOf(target, 'withoutRights')} hold the owner's?), or leave it out; if the caller has no rights, the service is at fault, and a run reports it`,
      )
    : unclear(
        about,
        `not known whether it may create a draft (${status === 0 ? 'no answer' : status})`,
        'run the doctor again once the service creates drafts for the owner',
      );
};

/** Remarks on the other identities, from their answers on each line. */
export const identityRemarks = (
  target: Target,
  answers: Readonly<Partial<Record<IdentityName, readonly ForeignAnswers[]>>>,
): readonly Remark[] => [
  ...(answers.other?.[0]
    ? [otherIdentity(target, answers.other[0]), ...othersMay(target, answers.other)]
    : [
        fine(
          'identity other',
          'not in the target: requirements that need another customer are not applicable',
        ),
      ]),
  answers.withoutRights?.[0]
    ? withoutRights(target, answers.withoutRights[0])
    : fine(
        'identity withoutRights',
        'not in the target: requirements that need it are not applicable',
      ),
];

import { programFile } from '../../client/project.ts';
import type { Call } from '../../client/http/client.ts';
import { INVALID_CREDENTIALS } from '../../client/secrets/invalid-credentials.ts';
import type { IdentityName } from '../../client/target/target-auth.ts';
import { judgeDisclosure } from '../../oracles/ownership/disclosure.ts';
import { judgeProbe } from '../../oracles/refusals/judge-probe.ts';
import type { ProbeKind } from '../../oracles/refusals/refusal.ts';
import type { RequirementId } from '../../spec/catalogue.ts';
import { VERSION_HEADER } from '../../spec/limits.ts';
import type { KnownOperation, OperationId } from '../../spec/operations.ts';
import { isReplayedIn } from '../engine/replay.ts';
import type { Run } from '../engine/run.ts';
import type { Subject } from '../engine/suite.ts';
import { alteredId } from './altered-id.ts';
import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault } from '../../generators/invalid/fault.ts';
import { matchingPointers } from '../../generators/pointer.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { PLAIN_SURROUNDINGS } from '../../generators/surroundings.ts';

/** A request with one fault that the service must refuse, derived from a legal call of the same operation. */
export interface Probe {
  readonly requirement: RequirementId;
  readonly kind: ProbeKind;
  /** Part of a test's name, such as `version-2.0`. */
  readonly name: string;
  /** Applies the fault; `variant` 2 is sent if the first looked like a fail. */
  readonly change: (legal: Call, variant: 1 | 2) => Call;
}

/** A probe that changes the same parts of every call. */
const changed = (
  requirement: RequirementId,
  kind: ProbeKind,
  name: string,
  changes: Partial<Call>,
): Probe => ({ requirement, kind, name, change: (legal) => ({ ...legal, ...changes }) });

const version = (name: string, value: string | null): Probe => {
  const requirement = value === null ? 'VERSION-01' : 'VERSION-02';
  return changed(requirement, 'version', name, { headers: { [VERSION_HEADER]: value } });
};

/** Versions other than 1.0; some begin or end like it (W1). */
const WRONG_VERSIONS = ['2.0', '0.9', '1.1', '10.0'];

const country = (code: string): Probe =>
  changed('COUNTRY-02', 'country', `country-${code}`, { country: code });

/** Neighbours of Belgium, where a Belgian insurer may have a branch. */
const NEIGHBOURS = ['LU', 'DE'];

/** One operation in so many is called under a neighbour: a service takes the same countries on several. */
const NEIGHBOUR_ONE_IN = 6;

/** A neighbour for some operations, which take turns from run to run. */
const neighbourOn = ({ plan: { seed } }: Run, on: OperationId): readonly Probe[] => {
  const turn = subSeed(0, 'neighbour', on) + seed;
  const code = NEIGHBOURS[Math.floor(turn / NEIGHBOUR_ONE_IN) % NEIGHBOURS.length];
  return code !== undefined && turn % NEIGHBOUR_ONE_IN === 0 ? [country(code)] : [];
};

const unknownId = (parameter: string, requirement: RequirementId): Probe => ({
  requirement,
  kind: 'unknown-id',
  name: `unknown-${parameter}`,
  change: (legal, variant) => {
    const { [parameter]: id = '' } = legal.params ?? {};
    return { ...legal, params: { ...legal.params, [parameter]: alteredId(id, variant) } };
  },
});

const body = (
  requirement: RequirementId,
  kind: ProbeKind,
  name: string,
  raw: (legal: Call) => string,
): Probe => ({
  requirement,
  kind,
  name,
  change: (legal) => {
    const { body: _, ...rest } = legal;
    return { ...rest, rawBody: raw(legal) };
  },
});

const GENERAL: readonly Probe[] = [
  version('version-missing', null),
  ...WRONG_VERSIONS.map((value) => version(`version-${value}`, value)),
  ...['FR', 'NL', 'xx', 'BELGIUM'].map(country),
];

const credential = (
  requirement: 'AUTH-01' | 'AUTH-02',
  name: string,
  shown: Partial<Call>,
): Probe =>
  changed(
    requirement,
    requirement === 'AUTH-01' ? 'missing-credential' : 'invalid-credential',
    `${name}-credential`,
    shown,
  );

/** Invalid credentials that the target declares for any identity, sent beside the generated ones (P1). */
const declaredCredentials = ({ target: { identities } }: Run): readonly Probe[] =>
  Object.entries(identities).flatMap(([name, declared]): readonly Probe[] => {
    const auth = declared?.auth;
    if (auth === undefined || auth.scheme === 'none' || auth.invalid === undefined) return [];
    const shown = { identity: name as IdentityName, credential: 'declared' } as const;
    return [changed('AUTH-02', 'invalid-credential', `declared-credential-${name}`, shown)];
  });

const CREDENTIALS: readonly Probe[] = [
  credential('AUTH-01', 'no', { credential: 'missing' }),
  credential('AUTH-01', 'emptied', { credential: 'emptied' }),
  ...INVALID_CREDENTIALS.map((form) => credential('AUTH-02', form, { credential: form })),
];

const RIGHTS = changed('AUTH-03', 'no-rights', 'without-rights', { identity: 'withoutRights' });

/** The same for a creation without content (D8), in which a service may find nothing to protect. */
const RIGHTS_TO_CREATE = changed('AUTH-03', 'no-rights', 'without-rights-empty', {
  identity: 'withoutRights',
  body: {},
});

const IDS: readonly Probe[] = [
  unknownId('draftId', 'ID-01'),
  unknownId('contractId', 'ID-02'),
  unknownId('carId', 'ID-03'),
  unknownId('personId', 'ID-04'),
  unknownId('keyId', 'ID-05'),
];

const BODIES: readonly Probe[] = [
  // Cut off at its end: a parser that streams has taken the rest by then.
  body(
    'BODY-01',
    'unparseable-body',
    'unparseable-body',
    ({ body: legal }) => `${JSON.stringify(legal ?? {}).slice(0, -1)}, `,
  ),
  body('BODY-02', 'wrong-shape', 'array-body', (legal) => JSON.stringify([legal.body ?? {}])),
  body('BODY-03', 'wrong-shape', 'text-body', () => '"a text"'),
  body('BODY-04', 'empty-body', 'empty-body', () => ''),
  body('BODY-04', 'empty-body', 'empty-object', () => '{}'),
];

/** The same value with another type. */
const otherType = (value: unknown): unknown => (typeof value === 'string' ? {} : 'a text');

/** The first two fields of a body, each with a value of another type; a body with fewer keeps what it has. */
const withTwoFaults = (legal: object): object =>
  Object.fromEntries(
    Object.entries(legal).map(([name, value], at) => [name, at < 2 ? otherType(value) : value]),
  );

/** Causes for which every list has a client status (S9). */
const CAUSES: readonly Probe[] = [
  body('BODY-05', 'no-server-error', 'no-body', () => ''),
  body('BODY-05', 'no-server-error', 'two-faults', (legal) =>
    JSON.stringify(withTwoFaults(legal.body as object)),
  ),
];

const all = (run: Run): readonly Probe[] => [
  ...GENERAL,
  ...CREDENTIALS,
  ...declaredCredentials(run),
  RIGHTS,
  ...IDS,
  ...BODIES,
  ...CAUSES,
];

const isBody = ({ kind }: Probe) => BODIES.some((each) => each.kind === kind);

/** Secondary requirements that answers to probes may show to be broken, each with the probes concerned. */
const BESIDES: readonly (readonly [RequirementId, (probe: Probe) => boolean])[] = [
  ['BODY-05', isBody],
  ['STATUS-02', () => true],
  ['STATUS-03', ({ kind }) => kind === 'unparseable-body'],
];

const ONE_SHOTS = ALL_FAULTS.filter(({ body }) => !body.endsWith('-draft'));

/**
 * Requirements that a probe can show to be broken; `conduct-session.ts` sends the probes of an operation with a control
 * request.
 */
export const probes: Subject = {
  file: programFile(import.meta.url),
  requirements: [
    ...new Set([
      ...[...GENERAL, ...CREDENTIALS, RIGHTS, ...IDS, ...BODIES, ...CAUSES, ...ONE_SHOTS].map(
        ({ requirement }) => requirement,
      ),
      ...BESIDES.map(([requirement]) => requirement),
    ]),
  ],
  judges: [judgeProbe],
  // A refusal may show the draft to a caller without access.
  besides: [{ requirements: ['AUTH-04'], judges: [judgeDisclosure] }],
};

/** Probes that a cell of the ledger is judged by on this operation, in the order of sending. */
export const probesOf = (run: Run, row: KnownOperation): readonly Probe[] => {
  const besides = BESIDES.filter(([requirement]) => run.judges(requirement, row.id));
  const isEmptyCreation = row.step === 'draft-create' && row.line !== 'gap';
  const own = [...neighbourOn(run, row.id), ...(isEmptyCreation ? [RIGHTS_TO_CREATE] : [])];
  const general = [...all(run), ...own].filter(
    (probe) =>
      run.judges(probe.requirement, row.id) ||
      (run.applies(probe.requirement, row.id) &&
        (isReplayedIn(run, row.id, probe.name) || besides.some(([, shows]) => shows(probe)))),
  );
  return [...general, ...fieldProbesOf(run, row)];
};

/** A fault of a one-shot body; in the second item of a list, or in the first. */
interface PlacedFault {
  readonly fault: BodyFault;
  readonly name: string;
  readonly isSecond: boolean;
}

const IN_SECOND = { ...PLAIN_SURROUNDINGS, listPosition: 'second' } as const;

/** The faulty body: the legal one with the fault if possible, else that of a drawn pair. */
const faultyBody = (
  { generators, plan }: Run,
  { fault, isSecond }: PlacedFault,
  legal: unknown,
  variant: 1 | 2,
): unknown => {
  const seed = subSeed(plan.seed, 'one-shot', fault.id, variant);
  const drawn = () =>
    isSecond
      ? fault.drawnPair(generators, seed, IN_SECOND).faulty
      : sample(fault.pair(generators), seed).faulty;
  if (typeof legal !== 'object' || legal === null) return drawn();
  if (isSecond && matchingPointers(legal, fault.pointer).length < 2) return drawn();
  try {
    return fault.faultyOf(legal, generators, isSecond ? 1 : 0);
  } catch (error) {
    if (error instanceof RangeError) return drawn();
    throw error;
  }
};

/** A fault of a list goes into its first or its second item, as the seed says, and in a certify into both. */
const placesOf = ({ plan }: Run, fault: BodyFault): readonly PlacedFault[] => {
  const { id, pointer } = fault;
  if (!pointer.includes('*')) return [{ fault, name: id, isSecond: false }];
  const isSecond = subSeed(plan.seed, 'place', id) % 2 === 1;
  const drawn = { fault, name: id, isSecond };
  return plan.thorough
    ? [drawn, { fault, name: `${id}@other-item`, isSecond: !isSecond }]
    : [drawn];
};

/** Faults of a body that no later step reads again (E10): cars, leads, price requests, to-contract payloads. */
const fieldProbesOf = (run: Run, row: KnownOperation): readonly Probe[] =>
  ONE_SHOTS.filter(({ operations }) => operations.some((on) => on === row.id))
    .flatMap((fault) => placesOf(run, fault))
    .filter(
      ({ fault: { requirement }, name }) =>
        run.judges(requirement, row.id) ||
        (run.applies(requirement, row.id) && isReplayedIn(run, row.id, name)),
    )
    .map((placed) => ({
      requirement: placed.fault.requirement,
      kind: 'field',
      name: placed.name,
      change: (legal, variant) => ({
        ...legal,
        body: faultyBody(run, placed, legal.body, variant),
      }),
    }));

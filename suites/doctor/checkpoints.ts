import { ALL_FAULTS } from '../../generators/invalid/all-faults.ts';
import type { BodyFault } from '../../generators/invalid/fault.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { type Stage, STAGES } from '../../spec/declared-checkpoint.ts';
import type { Line } from '../../spec/line.ts';
import { type FollowedDraft, followDraft } from '../fields/follow-draft.ts';
import { isTransportStatus } from '../../spec/transport-statuses.ts';
import { unlessStopped } from '../engine/stop.ts';
import type { ExaminationRun } from './examination-run.ts';
import { edit, fine, type Remark, withEdits, unclear } from './remark.ts';
import type { OperationId } from '../../spec/operations.ts';
import { isAccepted } from '../../oracles/answers/answer-form.ts';

type Key = keyof ExaminationRun['target']['decisions']['checkpoints'];

/** Faults that locate each checkpoint, in order; a fault is tried only if the previous one moves the checkpoint. */
const FAULTS: readonly (readonly [key: Key, ...ids: string[]])[] = [
  // A correct service may refuse the first one later than a target's default (E2).
  ['onlyAllowedWhen', 'JOBLOSS-ALLOWED-01/self-employed', 'JOBLOSS-ALLOWED-02/employee'],
  [
    'schema',
    'LANDLORD-FIELD-policyholder.address.city-required/missing',
    'TRAVEL-FIELD-terms.variant-enum/gold',
    'JOBLOSS-FIELD-language-enum/de',
  ],
  ['employer', 'JOBLOSS-EMPLOYER-01/employee'],
  ['startDate', 'STARTDATE-01/travel-plus-45-days', 'STARTDATE-01/landlord-plus-45-days'],
  ['roadsideAssistance', 'TRAVEL-ROADSIDE-01/false', 'TRAVEL-ROADSIDE-01/missing'],
  ['landlordAnswers', 'LANDLORD-ANSWER-01/missing', 'LANDLORD-ANSWER-04/missing'],
  [
    'personXorCompany',
    'POLICYHOLDER-01/landlord-company-added',
    'POLICYHOLDER-01/travel-person-added',
  ],
  [
    'vehicleIdentification',
    'GAP-FIELD-risk.vehicle.identification-special/registration+vin',
    'GAP-FIELD-risk.vehicle.identification-special/vin+willProvideLater',
  ],
];

const faultOf = (id: string): BodyFault => {
  const found = ALL_FAULTS.find((fault) => fault.id === id);
  if (!found) throw new Error(`there is no fault ${id}`);
  return found;
};

/** The stage that refused a draft; a refusal by the transport does not count. */
const refusedAt = ({ legs }: FollowedDraft): Stage | undefined => {
  const last = legs.at(-1);
  const status = last?.status ?? 0;
  if (!last || status < 400 || status >= 500 || status === 401) return undefined;
  return isTransportStatus(status) ? undefined : last.stage;
};

const stuckAt = (found: FollowedDraft): string | undefined => {
  const status = found.legs.at(-1)?.status ?? 599;
  return found.stuck ?? (status >= 400 ? `status ${status}, which is no refusal` : undefined);
};

const ask = async (run: ExaminationRun, fault: BodyFault, declared: Stage): Promise<TriedFault> => {
  const { what, id } = fault;
  const line = fault.lines[0] as Line;
  const test = `doctor/checkpoints/${id}`;
  const seed = subSeed(run.plan.seed, test);
  const pair = sample(fault.pair(run.generators), seed);
  // The body of a motor gap creation is not shown.
  const on: OperationId = line === 'gap' ? 'gap.draft-update' : `${line}.draft-create`;
  const start = { run, test, seed, on };
  const faulty = await followDraft({
    ...start,
    body: pair.faulty,
    until: 'contract',
    intent: 'faulty',
  });
  const stage = refusedAt(faulty);
  if (stage === undefined) return { what, stuck: stuckAt(faulty) };
  if (stage === declared) return { what, refusedAt: stage };
  const control = await followDraft({ ...start, body: pair.valid, until: stage, intent: 'open' });
  const isControlAccepted =
    control.stuck === undefined && isAccepted(control.legs.at(-1)?.exchange);
  return { what, refusedAt: stage, isControlAccepted };
};

/**
 * Locates one checkpoint: tries the next fault as long as the previous one moves it. A fault beyond the call limit is marked as
 * stuck.
 */
const locateCheckpoint = async (
  run: ExaminationRun,
  key: Key,
  faults: readonly BodyFault[],
  unasked: readonly string[],
): Promise<ProbedCheckpoint> => {
  const declared = run.target.decisions.checkpoints[key];
  const tried: TriedFault[] = [];
  for (const fault of faults) {
    const found: TriedFault = (await unlessStopped(() => ask(run, fault, declared))) ?? {
      what: fault.what,
      stuck: run.stop.reason() ?? 'the end',
    };
    tried.push(found);
    if (found.refusedAt === declared || found.isControlAccepted !== true) break;
  }
  return { key, declared, tried, unasked };
};

/** Locates the checkpoints with faulty drafts, on the lines on which a legal draft reached its contract. */
export const locateCheckpoints = async (
  run: ExaminationRun,
  lines: readonly Line[],
): Promise<readonly ProbedCheckpoint[]> => {
  const [first, ...others] = FAULTS.map(([key, ...ids]) => () => {
    const all = ids.map(faultOf);
    const faults = all.filter((fault) => fault.lines.every((line) => lines.includes(line)));
    const unasked = all.filter((fault) => !faults.includes(fault)).map(({ what }) => what);
    return locateCheckpoint(run, key, faults, unasked);
  });
  const earliest = first ? [await first()] : [];
  return [...earliest, ...(await Promise.all(others.map((each) => each())))];
};

/** Outcome of a faulty draft: the stage that refused it, or the reason that none did. */
export interface TriedFault {
  /** Description of the fault. */
  readonly what: string;
  readonly refusedAt?: Stage;
  /** True if the same draft without the fault was accepted at that stage; absent if not tried. */
  readonly isControlAccepted?: boolean;
  /** Reason why the draft did not reach the contract. */
  readonly stuck?: string | undefined;
}

/** Probes of one checkpoint of the target, and their outcomes (P6). */
interface ProbedCheckpoint {
  readonly key: string;
  readonly declared: Stage;
  readonly tried: readonly TriedFault[];
  /** Faults of lines on which no legal draft reached its contract: their checkpoint is unknown. */
  readonly unasked: readonly string[];
}

const WHERE: Readonly<Record<Stage, string>> = {
  write: 'at the write',
  price: 'at the price request',
  contract: 'at the contract',
};

const latest = (stages: readonly Stage[]): Stage | undefined =>
  STAGES.findLast((stage) => stages.includes(stage));

/**
 * The remark on a checkpoint. Only a refused fault whose control request was accepted at the same stage moves a checkpoint. The
 * checkpoint of fields never moves beyond the price request, the latest permitted stage (E3).
 */
export const checkpointRemark = (asked: ProbedCheckpoint): Remark | undefined => {
  const { key, declared, tried, unasked } = asked;
  const about = `checkpoint ${key}`;
  const kept = `decisions.checkpoints.${key} stays ${declared}`;
  const [first] = tried;
  if (!first) return undefined;
  const open = tried.find(({ refusedAt }) => refusedAt === undefined);
  if (open)
    return fine(
      about,
      open.stuck === undefined
        ? `no step refuses a draft in which ${open.what}; ${kept}, and a run judges it`
        : `a draft in which ${open.what} could not be followed to the contract: ${open.stuck}; ${kept}`,
    );
  const found = latest(tried.flatMap(({ refusedAt }) => refusedAt ?? [])) ?? declared;
  if (found === declared) return fine(about, `refused ${WHERE[found]}, as the target says`);
  if (tried.some(({ isControlAccepted }) => isControlAccepted === false))
    return fine(about, `refused ${WHERE[found]}, but so is the draft without the fault; ${kept}`);
  if (key === 'schema' && found === 'contract')
    return fine(
      about,
      `refused ${WHERE[found]} only, later than E3 allows; ${kept}, and a run judges it`,
    );
  const isStricter = STAGES.indexOf(found) < STAGES.indexOf(declared);
  if (isStricter && unasked.length > 0)
    return unclear(
      about,
      `refused ${WHERE[found]}, but the target says ${declared}; not tried: a draft in which ${unasked.join(', or in which ')}; ${kept}`,
      `write decisions.checkpoints.${key}: ${found} if every line refuses at that step, or run the doctor on all lines that have such a draft`,
    );
  const faults = tried.length === 1 ? 'one faulty draft' : `${tried.length} faulty drafts`;
  return withEdits(
    about,
    `${faults} refused ${WHERE[found]}, but the target says ${declared}`,
    edit(`decisions.checkpoints.${key}`, found),
  );
};

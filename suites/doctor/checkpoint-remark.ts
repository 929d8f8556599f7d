import { type Stage, STAGES } from '../../oracles/refusals/checkpoint.ts';
import { edit, fine, type Remark, toWrite, unclear } from './remark.ts';

/** What a faulty draft came to: the stage that refused it, or why none did. */
export interface TriedFault {
  /** The fault in words. */
  readonly what: string;
  readonly refusedAt?: Stage;
  /** Whether the same draft without the fault was taken there. Left out: it was not asked. */
  readonly isTwinTaken?: boolean;
  /** Why the draft was not followed to the contract. */
  readonly stuck?: string;
}

/** What was asked of one checkpoint of the target (P6). */
export interface AskedCheckpoint {
  readonly key: string;
  readonly declared: Stage;
  readonly tried: readonly TriedFault[];
  /** Faults of lines that did not get through, in words: nobody knows where they are refused. */
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
 * What the target has to say of a checkpoint. Only what refused a fault, and took the same draft without it, moves one; and
 * nothing moves the fields beyond the price request, which is as late as they may be refused (E3).
 */
export const checkpointRemark = (asked: AskedCheckpoint): Remark | undefined => {
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
        ? `nothing refuses a draft where ${open.what}; ${kept}, and a run judges it`
        : `a draft where ${open.what} was followed no further: ${open.stuck}; ${kept}`,
    );
  const found = latest(tried.flatMap(({ refusedAt }) => refusedAt ?? [])) ?? declared;
  if (found === declared) return fine(about, `refused ${WHERE[found]}, as the target says`);
  if (tried.some(({ isTwinTaken }) => isTwinTaken === false))
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
      `refused ${WHERE[found]}, where the target says ${declared}; but not asked: a draft where ${unasked.join(', or where ')}; ${kept}`,
      `write decisions.checkpoints.${key}: ${found} if every line refuses there, or ask all lines that have such a draft`,
    );
  const faults = tried.length === 1 ? 'one faulty draft' : `${tried.length} faulty drafts`;
  return toWrite(
    about,
    `${faults} refused ${WHERE[found]}, where the target says ${declared}`,
    edit(`decisions.checkpoints.${key}`, found),
  );
};

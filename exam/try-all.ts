import { availableParallelism } from 'node:os';
import { createProgress } from '../reports/console/progress.ts';
import type { Candidate } from './candidate.ts';
import type { TrialBench } from './candidate-run.ts';
import { type FaultGroup, gathered, halves } from './fault-group.ts';
import { mostPatientLast } from './most-patient-last.ts';
import { type Trial, tryCandidate, tryGroup } from './trial.ts';
import { openWorker } from './worker.ts';

/** Where and how all candidates are tried. */
export interface TryingOrder extends Omit<TrialBench, 'worker'> {
  /** The program of the workers. */
  readonly program: string;
}

type Part = Candidate | FaultGroup;

/** What is still to be tried. Workers take from the front, one of them from the back. */
const openQueue = (candidates: readonly Candidate[]) => {
  const parts = mostPatientLast(gathered(candidates));
  const groups = new Set<Promise<unknown>>();
  const tryOrHalve = async (group: FaultGroup, bench: TrialBench): Promise<readonly Trial[]> => {
    const together = await tryGroup(group, bench);
    if (!together) parts.unshift(...halves(group));
    return together ?? [];
  };
  return {
    /** The next part; undefined where none is left, and no group that is under way can come back as halves. */
    take: async (end: 'front' | 'back'): Promise<Part | undefined> => {
      for (;;) {
        const part = end === 'front' ? parts.shift() : parts.pop();
        if (part || groups.size === 0) return part;
        await Promise.race(groups);
      }
    },
    /** The trials of a part; none of a group that could not be told apart as one. */
    tryPart: async (part: Part, bench: TrialBench): Promise<readonly Trial[]> => {
      if (part.kind !== 'group') return [await tryCandidate(part, bench)];
      const trying = tryOrHalve(part, bench).finally(() => groups.delete(trying));
      groups.add(trying);
      return trying;
    },
  };
};

const nameOf = (part: Part): string => (part.kind === 'group' ? part.members[0] : part).id;

/** Works through the candidates on all cores, and returns their trials in the same order. */
export const tryAll = async (
  candidates: readonly Candidate[],
  { program, ...how }: TryingOrder,
): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  const progress = createProgress(process.stderr);
  const queue = openQueue(candidates);
  const work = async (end: 'front' | 'back'): Promise<void> => {
    const worker = openWorker(how.root, program);
    try {
      for (let part = await queue.take(end); part; part = await queue.take(end)) {
        trials.push(...(await queue.tryPart(part, { worker, ...how })));
        progress.update(trials.length, candidates.length, nameOf(part));
      }
    } finally {
      worker.close();
    }
  };
  // A worker for each core, and one more for the services that mostly wait, which keep no core busy.
  const workers = Math.min(availableParallelism(), candidates.length);
  await Promise.all([...Array.from({ length: workers }, () => work('front')), work('back')]);
  progress.stop();
  const order = new Map(candidates.map((each, at) => [each, at]));
  return trials.sort((a, b) => (order.get(a.candidate) ?? 0) - (order.get(b.candidate) ?? 0));
};

import type { RunRecord } from '../../store/run-record.ts';
import { painter } from './paint.ts';
import { verdictWord } from './verdict-word.ts';

/** `3.2 s`, `2 min 5 s`. */
export const renderDuration = (milliseconds: number): string => {
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

const plural = (count: number, noun: string): string => (count === 1 ? noun : `${noun}s`);

/** The last line of a run, such as `conformant: 48 of 48 operations reached, 0 failed, seed 42, probes 3f9a1c20, 3.2 s`. */
export const renderSummary = (
  run: Pick<
    RunRecord,
    | 'exitCode'
    | 'selection'
    | 'totals'
    | 'verdicts'
    | 'waivers'
    | 'seed'
    | 'probes'
    | 'duration'
    | 'stopped'
  >,
  { colour = false }: { readonly colour?: boolean } = {},
): string => {
  const outcome = verdictWord(run);
  const { totals, verdicts } = run;
  const parts = [
    `${totals.reached} of ${totals.operations} ${plural(totals.operations, 'operation')} reached`,
    `${verdicts.fail} failed`,
    verdicts.inconclusive > 0 && `${verdicts.inconclusive} inconclusive`,
    verdicts.waived > 0 && `${verdicts.waived} waived`,
    verdicts.error > 0 && `${verdicts.error} ${plural(verdicts.error, 'error')}`,
    run.stopped !== null && run.stopped,
    `seed ${run.seed}`,
    run.probes !== null && `probes ${run.probes.hash}`,
    renderDuration(run.duration),
  ];
  const name = painter(colour)(outcome.style, outcome.name);
  return `${name}: ${parts.filter((part) => part !== false).join(', ')}`;
};

import type { Move } from '../../store/nights/moved-nights.ts';
import { UsageError } from '../../client/usage-error.ts';

/** The options of `assay history`. */
export interface HistoryOptions extends Move {
  readonly history?: string;
  readonly out: string;
  readonly keep?: number;
  readonly before?: string;
}

type Option = Exclude<keyof HistoryOptions, 'history' | 'out'>;

/** Whether each action takes a file, and which options. */
const TAKES: Readonly<
  Record<string, { readonly file?: true; readonly options: readonly Option[] }>
> = {
  list: { options: [] },
  import: { file: true, options: [] },
  export: { file: true, options: ['series'] },
  prune: { options: ['keep', 'before', 'series'] },
  accept: { options: ['series', 'reason'] },
  move: { options: ['from', 'to', 'series', 'reason'] },
};

/** Refuses options that an action would ignore, since the user may have meant another history. Throws UsageError. */
export const checkTaken = (
  action: string,
  other: string | undefined,
  options: HistoryOptions,
): void => {
  const { file, options: own = [] } = TAKES[action] ?? {};
  if (other !== undefined && !file)
    throw new UsageError(
      `\`assay history ${action}\` takes no file behind it, got ${other}; --history names the history`,
    );
  const all: readonly Option[] = ['series', 'keep', 'before', 'reason', 'from', 'to'];
  const idle = all.find((name) => options[name] !== undefined && !own.includes(name));
  if (idle !== undefined)
    throw new UsageError(`\`assay history ${action}\` takes no --${idle}; leave it out`);
};

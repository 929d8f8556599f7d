import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { readLogLine } from '../k6/k6-log.ts';
import type { Told } from '../plan.ts';

/** What the logs of k6 say beside what its scripts tell. */
export interface LogsRead {
  /** Answers that were handed over to be judged. */
  readonly handedOver: number;
  readonly exceptions: number;
  readonly firstException: string | undefined;
  readonly warnings: readonly string[];
}

const KEPT = 20;

/** Reads logs of k6 (JSON lines) one after another, and hands on what the scripts told. */
export const readLogs = async (
  paths: readonly string[],
  take: (told: Told) => void,
): Promise<LogsRead> => {
  const warnings = new Set<string>();
  let handedOver = 0;
  let exceptions = 0;
  let firstException: string | undefined;
  for (const path of paths)
    for await (const text of createInterface({ input: createReadStream(path) })) {
      const line = readLogLine(text);
      if (line.kind === 'told') {
        if (line.told.assay === 'unjudged' && line.told.exchange.response) handedOver += 1;
        take(line.told);
      } else if (line.kind === 'exception') {
        exceptions += 1;
        firstException ??= line.text;
      } else if (line.kind === 'warning' && warnings.size < KEPT) warnings.add(line.text);
    }
  return { handedOver, exceptions, firstException, warnings: [...warnings] };
};

import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { ProbeRecord } from '../oracles/probe-record.ts';
import type { Run } from './run.ts';

/** A probe as it is known before anything is sent. */
export interface AnnouncedProbe {
  /** The name under which its exchanges are recorded, such as `fields/gap.draft-create/GAP-FIELD-language-enum/de/1`. */
  readonly name: string;
  /** What was drawn for it; of a probe that draws on its way the seed that it draws from. */
  readonly data: unknown;
}

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/** What data are drawn for beside their seed: the run's day, and what the target says about data. */
const contextOf = (run: Run): string => JSON.stringify(run.generators);

/**
 * Writes to `probes.jsonl` which probes are to be sent: before any of them is sent, so that neither the service's answers
 * nor the end of a run that was stopped change anything, and without an order.
 */
export const announce = (run: Run, probes: readonly AnnouncedProbe[]): void => {
  const context = contextOf(run);
  const lines = probes.map(({ name, data }): string => {
    const record: ProbeRecord = {
      probe: name,
      data: digest(`${context}\n${JSON.stringify(data)}`),
    };
    return `${JSON.stringify(record)}\n`;
  });
  appendFileSync(run.plan.files.probes, lines.join(''));
};

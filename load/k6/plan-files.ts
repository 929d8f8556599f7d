import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadPlan } from '../plan.ts';
import type { K6Order } from './run-k6.ts';

/** Writes the files of a plan into a folder, and returns the plan with their paths. */
export const writePlanFiles = (
  order: Pick<K6Order, 'plan' | 'rows' | 'network'>,
  folder: string,
): LoadPlan => {
  const file = (name: string): string => join(folder, `${name}.json`);
  for (const [name, rows] of Object.entries(order.rows))
    writeFileSync(file(name), JSON.stringify(rows));
  const { lines, journeys, options, ...plan } = order.plan;
  // They may hold a key; nobody but their owner reads them, and they are gone with the folder.
  const all = { ...options, ...order.network?.options };
  writeFileSync(file('options'), JSON.stringify(all), { mode: 0o600 });
  return {
    ...plan,
    options: file('options'),
    summary: file('summary'),
    lines: Object.fromEntries(
      Object.entries(lines).map(([line, planned]) => [line, { ...planned, file: file(line) }]),
    ),
    ...(journeys === undefined ? {} : { journeys: { ...journeys, file: file('journeys') } }),
  };
};

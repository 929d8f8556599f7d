import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../client/project.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import { machineText } from '../measuring/machine-load.ts';
import type { StepsProfile } from '../profiles/profile.ts';
import type { NightLine } from '../../store/nights/history-line.ts';
import type { Line } from '../../spec/line.ts';
import { k6Scripts } from '../k6/k6-scripts.ts';
import { completeDraft } from '../../generators/draft.ts';
import { sample, subSeed } from '../../generators/sample.ts';
import { contextOf } from '../../generators/context.ts';

/** Sample size of drafts per line. */
const DRAWN = 20;
/** Dates in a draft depend on the day; the way of drawing them does not. */
const ANY_DAY = '2026-03-01';

/** The first drafts that a seed draws for each line, always on the same day: equal texts mean equal data. */
const drawnData = (target: ResolvedTarget, lines: readonly Line[], seed: number): string =>
  JSON.stringify(
    lines.map((line) =>
      Array.from({ length: DRAWN }, (_, index) =>
        sample(completeDraft(line, contextOf(target, ANY_DAY)), subSeed(seed, 'load', line, index)),
      ),
    ),
  );

const digest = (...texts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex').slice(0, 12);
};

/** A target in TypeScript may contain functions. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'function' ? String(part) : part,
  );

/** The scripts as text, normalised for the line endings of the checkout. */
const scriptTexts = (): readonly string[] =>
  k6Scripts(PROJECT).map((path) =>
    readFileSync(join(PROJECT, path), 'utf8').replaceAll('\r\n', '\n'),
  );

/** The basis that comparable nights share: versions and digests of the load generator and of its data. */
export const nightBasis = (
  target: ResolvedTarget,
  { description: _description, tags: _tags, ...profile }: StepsProfile,
  { line, seed }: { readonly line: readonly Line[]; readonly seed: number },
  k6: string,
): NightLine['basis'] => ({
  k6,
  script: digest(...scriptTexts()),
  profile: digest(asText(profile), asText(line)),
  data: digest(drawnData(target, line, seed), asText(target.bodies), String(seed)),
  machine: digest(machineText()),
});

import { numberText } from './amount-text.ts';
import type { Measured } from '../measuring/measure.ts';
import { errorCauses, inBrackets } from './error-causes.ts';
import { quotaDoubts } from './looked-at.ts';
import { sightingKinds, sightingText } from './sightings.ts';
import type { LoadEvidence } from './verdict.ts';
import { type WrongKind, wrongText } from './wrong-kinds.ts';

/** Share of errors that is too many where the target sets no limit: then nobody knows what the rest is worth. */
const UNEXPLAINED = 0.01;

const errorDoubts = ({ lines, thresholds }: Measured): string[] =>
  Object.entries(lines).flatMap(([line, series]) => {
    const { errors, requests } = series;
    const limited = thresholds.some(
      ({ kind, on }) => kind === 'errors' && (on.line === undefined || on.line === line),
    );
    if (limited || requests === 0 || errors / requests <= UNEXPLAINED) return [];
    const why = errorCauses(series);
    return [
      `${line}: ${numberText((errors / requests) * 100)} % of the price requests failed${inBrackets(why)}, and the target sets no limit (load.slo.lines.${line}.errorRate)`,
    ];
  });

/** Lines of which no price request succeeded: whatever is allowed, there is no latency to speak of. */
const unseenLines = ({ lines }: Measured): string[] =>
  Object.entries(lines).flatMap(([line, { sketch, requests }]) =>
    sketch === null && requests > 0
      ? [`${line}: not one of ${requests} price requests succeeded, so no latency was measured`]
      : [],
  );

/** What another run could settle, or another target; with any of it nothing is a PASS. */
export const doubts = (
  evidence: Pick<LoadEvidence, 'measured' | 'closed' | 'lookedAt' | 'sightings'>,
  wrong: readonly WrongKind[],
): string[] => {
  const { measured, closed, lookedAt = [], sightings = [] } = evidence;
  const found = wrong.map(
    (kind) =>
      `seen once only, exchange ${kind.exchanges[0]}: ${wrongText({ ...kind, steps: kind.steps })}`,
  );
  const kinds = sightingKinds(sightings).filter(({ excluded }) => excluded < 2);
  found.push(...kinds.map(sightingText));
  for (const { line, why } of closed)
    found.push(`${line}: ${why}, so there was nothing to measure`);
  if (!measured) return found;
  found.push(...errorDoubts(measured), ...unseenLines(measured));
  for (const { open } of measured.thresholds)
    if (open?.why === 'few' || open?.why === 'idle') found.push(open.text);
  found.push(...quotaDoubts(lookedAt));
  const { begun, ended } = measured.journeys;
  if (begun > 0 && ended === 0) found.push(`none of ${begun} journeys came to its end`);
  return found;
};

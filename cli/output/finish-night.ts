import { join } from 'node:path';
import type { ResolvedTarget } from '../../client/target.ts';
import { redactValue, createRedactor } from '../../client/secrets/redactor.ts';
import type { ExitCode } from '../../oracles/exit-code.ts';
import { wantsColour } from '../../reports/console/paint.ts';
import { openChanges, renderNight, writeNightNotice } from '../../reports/nightly/night-text.ts';
import { NIGHT_MEANINGS, type NightResult } from '../../store/nights/night-result.ts';
import { nightlyPage } from '../../reports/nightly/nightly-page.ts';
import { readHistory } from '../../store/nights/history-file.ts';
import { writeAtomically } from '../../store/atomic-write.ts';
import { print } from './print.ts';
import { type MeasuredNight, NIGHT_EXITS } from '../../load/nights/conduct-night.ts';
import { profileName } from '../../load/nights/night-lines.ts';
import { nightTrends } from '../../load/nights/night-trends.ts';
import type { NightlyOptions } from '../options/nightly-options.ts';

/** Facts for the report of a finished night. */
export interface NightContext {
  readonly options: NightlyOptions;
  readonly target: ResolvedTarget;
  readonly build: string | null;
  readonly file: string;
  readonly at: Date;
}

/** Writes the page and, if requested, the notice of a night, prints it, and returns its exit code. */
export const finishNight = (night: MeasuredNight, end: NightContext): ExitCode => {
  const { options, target, build, file, at } = end;
  const redactor = createRedactor(target);
  const page = join(options.out, 'nightly.html');
  const trends = nightTrends(readHistory(file).lines);
  const unredacted: NightResult = {
    schema: 1,
    ...night,
    at: at.toISOString(),
    exitCode: NIGHT_EXITS[night.verdict],
    meaning: NIGHT_MEANINGS[night.verdict],
    target: { name: target.name, build },
    profile: profileName(options.profile),
    lasting: openChanges(trends, night.series),
    page,
    history: file,
  };
  const result = redactValue(redactor, unredacted);
  writeAtomically(page, nightlyPage(result, trends));
  if (options.notify !== undefined) writeNightNotice(options.notify, result);
  print(`page    ${page}`);
  print(`history ${file}`);
  print(renderNight(result, { colour: wantsColour(process.stdout) }));
  return result.exitCode;
};

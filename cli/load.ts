import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { loadTarget } from '../client/load-target.ts';
import { preflight } from '../client/preflight.ts';
import { createRedactor } from '../client/redactor.ts';
import { acceptPaces } from '../load/history.ts';
import { findK6, type K6, K6Missing } from '../load/k6.ts';
import { loadProfile, ProfileError } from '../load/load-profile.ts';
import type { Profile } from '../load/profile.ts';
import { percentileOf } from '../load/quantile-sketch.ts';
import { safetyProblems } from '../load/safety.ts';
import { createProgress } from '../reports/console/progress.ts';
import { writeLoadAllure } from '../reports/load/load-allure.ts';
import { loadPage } from '../reports/load/load-page.ts';
import { type LoadRecord, writeLoadRecord } from '../reports/load/load-record.ts';
import { renderLoad } from '../reports/load/load-table.ts';
import { createRunFolder } from '../reports/run-folder.ts';
import { conductLoad, intendedLoad } from './load-conduct.ts';
import type { LoadOptions } from './load-options.ts';
import { findLoadSubject, type LoadSubject } from './load-subject.ts';
import { UsageError } from './usage-error.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** A problem that its user can mend is usage. */
const asUsage = async <Result>(work: () => Promise<Result> | Result): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof K6Missing || error instanceof ProfileError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
};

const acceptPace = (file: string, record: LoadRecord): void => {
  if (record.verdict !== 'PASS') return;
  const { base_url, gap_base_url } = record.target;
  acceptPaces(
    file,
    record.lines.flatMap(({ line, sketch }) =>
      sketch === null
        ? []
        : [
            {
              at: record.endedAt,
              address: line === 'gap' ? gap_base_url : base_url,
              line,
              p99: percentileOf(sketch, 99) / 1000,
            },
          ],
    ),
  );
};

const run = async (
  options: LoadOptions,
  version: string,
  profile: Profile,
  k6: K6,
  subject: LoadSubject,
): Promise<number> => {
  const target = await loadTarget(subject.source);
  const problems = safetyProblems(target, intendedLoad(profile, options.line));
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  const redactor = createRedactor(target);
  print(`${target.name} at ${target.base_url}, profile ${options.profile}, seed ${options.seed}`);
  const ready = await preflight(target, options.line);
  if (!ready.ok) throw new UsageError(redactor.text(`${ready.problem}\n  ${ready.hint}`));

  const folder = createRunFolder(options.out, `load-${options.seed}`);
  const history = join(options.out, 'load-history.jsonl');
  const progress = createProgress(process.stderr);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const record = await conductLoad({
    options,
    version,
    profile,
    k6,
    target,
    folder,
    history,
    progress,
    print,
    signal: stop.signal,
  }).finally(() => {
    progress.stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  });
  // What k6 says of an address may hold the credential of a query.
  const shown = JSON.parse(redactor.text(JSON.stringify(record))) as LoadRecord;
  writeLoadRecord(folder.load.record, shown);
  writeLoadAllure(folder.allureResults, shown);
  writeFileSync(folder.load.page, loadPage(shown));
  acceptPace(history, shown);
  print(`report  ${folder.load.page}`);
  print(renderLoad(shown, { colour: process.stdout.isTTY && process.stdout.hasColors() }));
  return shown.exitCode;
};

/** Sends the load of a profile to a target, judges it, and prints the verdict; returns the exit code. Throws UsageError and TargetError. */
export const load = async (options: LoadOptions, version: string): Promise<number> => {
  const profile = await asUsage(() => loadProfile(options.profile, options.line));
  const k6 = await asUsage(() =>
    findK6({ onProgress: (what) => process.stderr.write(`${what}\n`) }),
  );
  const subject = await findLoadSubject(options);
  try {
    return await run(options, version, profile, k6, subject);
  } finally {
    subject.close();
  }
};

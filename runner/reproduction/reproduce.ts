import { createRedactor } from '../../client/secrets/redactor.ts';
import { loadTarget } from '../../client/target/load-target.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import type { FailureStory } from '../../reports/story/failure-story.ts';
import type { ReplayedRun } from '../../store/replay-source.ts';
import { checkCalls } from './check-calls.ts';
import { gateSuggestion } from '../replay/replay-choice.ts';
import { runArgument, serviceFlags } from '../replay/replay-line.ts';
import { callerService, subjectOf } from '../replay/replay-subject.ts';
import type { ServiceOptions } from '../run-options.ts';
import { findSubject } from '../target-source.ts';
import { httpFile } from './http-file.ts';
import { type Reproduced, shellScript } from './shell-script.ts';

/** Forms of a reproduction, by their name on the command line. */
export const REPRODUCTIONS = { script: shellScript, http: httpFile } as const;

/** Name of a form of a reproduction. */
export type ReproductionForm = keyof typeof REPRODUCTIONS;

const addressIn = (target: Readonly<Record<string, unknown>>, key: string): string => {
  const value = target[key];
  return typeof value === 'string' ? value : '';
};

/**
 * The calls of a story as a script or an .http file, for the service that the caller names; of a run of the embedded service, for
 * one that `assay serve` starts. Throws UsageError, also for calls that Assay cannot have recorded, and TargetError.
 */
export const reproduce = async (
  form: ReproductionForm,
  run: ReplayedRun,
  { verdict, story }: { readonly verdict: CellVerdict; readonly story: FailureStory },
  options: ServiceOptions,
): Promise<string> => {
  const { start, folder } = run;
  const caller = await callerService(options);
  const named = { named: verdict.requirement, seed: start.seed };
  const subject = await subjectOf(run, options, caller, gateSuggestion(named, caller, start));
  const { source, embedded } = await findSubject({ fault: [], ...subject });
  try {
    const target = await loadTarget(source);
    const base = addressIn(start.target, 'base_url');
    const recorded = {
      base_url: base,
      gap_base_url: addressIn(start.target, 'gap_base_url') || base,
    };
    const redactor = createRedactor(target);
    checkCalls(
      story.lanes.flat().map(({ exchange }) => exchange),
      { recorded, target, redactor },
    );
    const reproduced: Reproduced = {
      verdict,
      story,
      target,
      redactor,
      recorded,
      credentials: `eval "$(${['assay token', ...serviceFlags(options)].join(' ')})"`,
      run: runArgument(folder),
      isEmbedded: embedded !== undefined,
    };
    return REPRODUCTIONS[form](reproduced);
  } finally {
    await embedded?.close();
  }
};

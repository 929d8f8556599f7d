/** The name of Node's own client: it says nothing of who calls. */
export const NEUTRAL_AGENT = 'node';

/** What stands for the run's name in `userAgent` of a target. */
const RUN = '{run}';

/**
 * The User-Agent of every request to a target: its own text, with the run's name for `{run}`. Without one a run that is named
 * says `assay (run 20261122-201617-gate-11)`, so that whoever watches the service knows its requests; any other one is neutral.
 */
export const userAgentOf = (
  { userAgent }: { readonly userAgent?: string | undefined },
  run?: { readonly id: string; readonly isNamed: boolean },
): string => {
  if (userAgent === 'neutral') return NEUTRAL_AGENT;
  if (userAgent !== undefined) return userAgent.replaceAll(RUN, run?.id ?? 'none');
  return run?.isNamed === true ? `assay (run ${run.id})` : NEUTRAL_AGENT;
};

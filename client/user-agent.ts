/** The header by which whoever watches the service knows the requests of a run: `assay (run 20261122-201617-gate-11)`. */
export const userAgentOf = (runId: string | undefined): Readonly<Record<string, string>> =>
  runId === undefined ? {} : { 'user-agent': `assay (run ${runId})` };

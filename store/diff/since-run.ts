/** What changed since an earlier run of the same target, in ids of cells. */
export interface SinceRun {
  /** The name of the earlier run. */
  readonly run: string;
  /** Fails that did not fail then. */
  readonly broken: readonly string[];
  /** Cells that failed then and do not now. */
  readonly fixed: readonly string[];
  /** How many failed then and still do. */
  readonly stillFailing: number;
}

/** Cells that are named; the others are counted. */
const NAMED = 5;

const named = (what: string, cells: readonly string[]): string => {
  const more = cells.length - NAMED;
  const list = cells.slice(0, NAMED).join(', ') + (more > 0 ? `, … ${more} more` : '');
  return `${cells.length} ${what}${cells.length === 0 ? '' : `: ${list}`}`;
};

/**
 * What fails newly since the earlier run and what was fixed, a line each; empty where nothing fails now and nothing did. All
 * in it are names of Assay's own.
 */
export const sinceLines = (since: SinceRun | undefined): readonly string[] => {
  if (since === undefined) return [];
  const { run, broken, fixed, stillFailing } = since;
  if (broken.length + fixed.length + stillFailing === 0) return [];
  return [
    named(`${broken.length === 1 ? 'new failure' : 'new failures'} since ${run}`, broken),
    ...(fixed.length === 0 ? [] : [named('fixed since then', fixed)]),
    ...(stillFailing === 0 ? [] : [`${stillFailing} failed then, too`]),
  ];
};

import { appendFileSync } from 'node:fs';
import { objectionsTo } from '../preparation/create-drafts.ts';
import type { Told } from '../plan.ts';
import type { Session } from '../session.ts';
import type { Facts } from '../../oracles/facts.ts';

/** One price request of the chart: milliseconds since the epoch, its latency in milliseconds (null: no answer), its status. */
export type Point = Omit<Extract<Told, { assay: 'point' }>, 'assay'>;

/** When a price request was begun. */
export type Start = Omit<Extract<Told, { assay: 'start' }>, 'assay'>;

/** What the scripts told so far. */
export interface Heard {
  readonly take: (told: Told) => void;
  readonly points: readonly Point[];
  readonly starts: readonly Start[];
  /** Worth a line, but no reason against the service or the run. */
  readonly notes: Set<string>;
}

/** What is needed to listen: what is known of the service, and where is written what is said of it. */
export type Listening = Pick<Session, 'files' | 'answering' | 'note'> & { readonly target: Facts };

/** So many exchanges of one operation are kept as evidence; a service that is always wrong would fill the disk. */
const KEPT = 500;

/**
 * Takes what the scripts of a run tell: collects points and notes, and judges what is handed over with the suites' own oracles.
 * Points are written as they come, so that a killed run leaves them.
 */
export const listenTo = (session: Listening): Heard => {
  const points: Point[] = [];
  const starts: Start[] = [];
  const notes = new Set<string>();
  const kept = new Map<string, number>();
  const judge = ({ exchange, step }: Extract<Told, { assay: 'unjudged' }>): void => {
    const key = `${exchange.operation} ${step}`;
    const before = kept.get(key) ?? 0;
    const objections = before < KEPT ? objectionsTo(exchange, session) : [];
    if (objections.length === 0) return;
    kept.set(key, before + 1);
    session.note(exchange, objections, step);
  };
  const take = (told: Told): void => {
    if (told.assay === 'point') {
      const { assay: _kind, ...point } = told;
      points.push(point);
      appendFileSync(session.files.points, `${JSON.stringify(point)}\n`);
      if (point.ms !== null) session.answering.hear(point.at, null);
    } else if (told.assay === 'start') starts.push(told);
    else if (told.assay === 'silence') session.answering.hear(told.at, told.reason);
    else if (told.assay === 'unjudged') judge(told);
    else if (told.assay === 'unlike')
      notes.add(`${told.line}: an answer unlike the first: ${told.got}`);
    else
      notes.add(
        `a journey of ${told.line} ended before ${told.operation}: ${told.missing} was found in no answer; name its place in the target`,
      );
  };
  return { take, points, starts, notes };
};

import { appendLines } from '../../store/json-lines.ts';
import { violationsOf } from '../preparation/create-drafts.ts';
import type { Prepared } from '../preparation/prepare.ts';
import type { ScriptEvent, Point, Start } from '../plan.ts';
import type { Session } from '../session.ts';
import type { Facts } from '../../oracles/facts.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Line } from '../../spec/line.ts';
import { operation } from '../../spec/operations.ts';
import type { Sighting } from '../verdict/wrong-answers.ts';
import { duplicateIdSighting, openIdIndex } from './price-request-ids.ts';
import { type RepeatClient, examineDeviations, type LineReference } from './deviating-answers.ts';

/** Events of the scripts so far. */
export interface CollectedEvents {
  readonly take: (event: ScriptEvent) => void;
  readonly points: readonly Point[];
  readonly starts: readonly Start[];
  /** Notes for the report that speak neither against the service nor against the run. */
  readonly notes: Set<string>;
  /** Answers that differ from those before the load, of kinds that no requirement names. */
  readonly sightings: readonly Sighting[];
  /** Number of answers without an error that were judged in full, by `line step`. */
  readonly judged: ReadonlyMap<string, number>;
  /** Number of ids that were compared, on the lines whose ids identify their draft; the warm-up does not count. */
  readonly compared: ReadonlyMap<Line, number>;
  /** Resolves when all repeated requests have been answered. */
  readonly settled: () => Promise<void>;
}

/** Context of a collector: facts about the service, and the output files. */
export type CollectorContext = Pick<Session, 'files' | 'answering' | 'note'> & {
  readonly target: Facts;
};

/**
 * Maximum number of exchanges of one operation that are kept as evidence, so that a service that is always wrong does
 * not fill the disk.
 */
const KEPT = 500;

const lineOf = (exchange: Exchange): Line =>
  operation(exchange.operation ?? 'gap.price-request').line;

/** The drafts of each line by the URL of their price request, and by the number of their row. */
const answersBeforeLoad = ({ lines }: Pick<Prepared, 'lines'>) => {
  const byUrl = new Map<Line, LineReference>();
  const byRow = new Map<Line, readonly string[]>();
  for (const [line, { rows, rests, expected }] of Object.entries(lines)) {
    const urls = rows.map((row) => row.split('\n')[0] ?? '');
    const drafts = new Map(urls.flatMap((url, at) => (rests[at] ? [[url, rests[at]]] : [])));
    byUrl.set(line as Line, { expected, drafts });
    byRow.set(line as Line, urls);
  }
  return { byUrl, byRow };
};

/** Looks up every id in the scripts' events. */
const idsOf = (
  prepared: Pick<Prepared, 'lines'>,
  byRow: ReadonlyMap<Line, readonly string[]>,
  add: (sighting: Sighting) => void,
) => {
  const book = openIdIndex();
  const draftAt = (line: Line, row: number): string =>
    byRow.get(line)?.[row]?.split('/').at(-2) ?? `in row ${row}`;
  /** The first of several rows with one draft. */
  const firstRow = new Map<string, number>();
  const ownRow = (line: Line, row: number): number => {
    const key = byRow.get(line)?.[row] ?? `${line} ${row}`;
    return firstRow.get(key) ?? (firstRow.set(key, row), row);
  };
  const enter = (line: Line, step: number, id: string, row: number): void => {
    const own = ownRow(line, row);
    const other = book.add(line, id, own);
    if (other === undefined) return;
    add(
      duplicateIdSighting(line, step, { id, drafts: [draftAt(line, other), draftAt(line, own)] }),
    );
  };
  for (const [line, { rests }] of Object.entries(prepared.lines))
    for (const [row, rest] of rests.entries())
      if (rest?.id !== undefined) book.add(line as Line, rest.id, ownRow(line as Line, row));
  const compared = new Map<Line, number>();
  for (const [line, { expected }] of Object.entries(prepared.lines))
    if (expected.idPlace !== undefined) compared.set(line as Line, 0);
  const take = ({ line, step, ids }: Extract<ScriptEvent, { assay: 'ids' }>): void => {
    for (let at = 0; at < ids.length; at += 2)
      enter(line, step, String(ids[at + 1]), Number(ids[at]));
    if (step > 0) compared.set(line, (compared.get(line) ?? 0) + ids.length / 2);
  };
  return { take, compared, left: book.left };
};

/**
 * Collects the events of a run's scripts: keeps points and notes, judges submitted exchanges with the suites' own
 * oracles, and checks answers that differ from those before the load. Points are written immediately, so that a killed run leaves them.
 */
export const collectEvents = (
  session: CollectorContext,
  prepared: Pick<Prepared, 'lines' | 'notes' | 'sightings'>,
  asking?: RepeatClient,
): CollectedEvents => {
  const points: Point[] = [];
  const starts: Start[] = [];
  const notes = new Set<string>(prepared.notes);
  const kept = new Map<string, number>();
  const judged = new Map<string, number>();
  const sightings: Sighting[] = [...prepared.sightings];
  const add = (sighting: Sighting): void => {
    if (sightings.length < KEPT) sightings.push(sighting);
  };
  const { byUrl, byRow } = answersBeforeLoad(prepared);
  const unlike = examineDeviations({ lines: byUrl, noted: session, asking, add });
  const ids = idsOf(prepared, byRow, add);
  const judge = (exchange: Exchange, step: number): void => {
    const key = `${exchange.operation} ${step}`;
    const before = kept.get(key) ?? 0;
    const objections = before < KEPT ? violationsOf(exchange, session) : [];
    if (objections.length === 0) return;
    kept.set(key, before + 1);
    session.note(exchange, objections, step);
  };
  const count = ({ response, ...exchange }: Exchange, step: number): void => {
    const key = `${lineOf(exchange)} ${step}`;
    if (response && response.status < 400) judged.set(key, (judged.get(key) ?? 0) + 1);
  };
  const take = (event: ScriptEvent): void => {
    if (event.assay === 'point') {
      const { assay: _kind, ...point } = event;
      points.push(point);
      appendLines(session.files.points, `${JSON.stringify(point)}\n`);
      if (point.ms !== null) session.answering.record(point.at, null);
    } else if (event.assay === 'start') starts.push(event);
    else if (event.assay === 'silence') session.answering.record(event.at, event.reason);
    else if (event.assay === 'unjudged') {
      judge(event.exchange, event.step);
      count(event.exchange, event.step);
    } else if (event.assay === 'unlike') {
      if (!event.isJudged) judge(event.exchange, event.step);
      unlike.take(event.exchange, event.step);
    } else if (event.assay === 'ids') ids.take(event);
    else
      notes.add(
        `a journey of ${event.line} ended before ${event.operation}: no answer contains ${event.missing}; declare its place in the target`,
      );
  };
  const settled = async (): Promise<void> => {
    await unlike.settled();
    const left = ids.left();
    if (left > 0)
      notes.add(`${left} priceRequestIds were not compared, since the memory for them was full`);
  };
  return { take, points, starts, notes, sightings, judged, compared: ids.compared, settled };
};

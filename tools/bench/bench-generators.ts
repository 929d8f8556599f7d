import { generatorRates } from '../../generators/bench.ts';
import { LINES, type Line } from '../../spec/line.ts';
import { type Measured, pinnedVersion } from './part.ts';
import { type RunningReference, startReference } from '../../reference/start.ts';
import { completeDraft, draft } from '../../generators/draft.ts';
import { samples } from '../../generators/sample.ts';
import { schemaDrafts } from '../../generators/schema-drafts.ts';
import { operation } from '../../spec/operations.ts';
import { dayOf } from '../../store/clock.ts';

/** True if a fresh draft of a line accepts the body. */
type Take = (line: Line, body: unknown) => Promise<boolean>;

const takerOf = (running: RunningReference): Take => {
  const headers = {
    authorization: `Bearer ${running.environment['ASSAY_TOKEN']}`,
    'content-type': 'application/json',
    'service-api-version': '1.0',
  };
  const send = (line: Line, step: 'create' | 'update', id: string, body: unknown) => {
    const { method, path } = operation(`${line}.draft-${step}`);
    const address = line === 'gap' ? running.gap_base_url : running.base_url;
    const filled = path.replace('{country}', 'BE').replace('{draftId}', id);
    return fetch(address + filled, { method, headers, body: JSON.stringify(body) });
  };
  return async (line, body) => {
    const created = await send(line, 'create', '', {});
    const { draftId } = (await created.json()) as { readonly draftId: string };
    const answer = await send(line, 'update', draftId, body);
    await answer.arrayBuffer();
    return answer.ok;
  };
};

/** Number of accepted drafts. */
export interface AcceptedDrafts {
  readonly line: Line;
  readonly count: number;
  /** Our drafts: with optional fields present or absent, and with all present. */
  readonly ours: readonly [any: number, complete: number];
  /** json-schema-faker's drafts, likewise. */
  readonly theirs: readonly [any: number, complete: number];
}

/** Writes drafts of both generators to the reference service, which rejects a draft as early as it may. */
export const countAcceptedDrafts = async (
  lines: readonly Line[],
  count: number,
): Promise<readonly AcceptedDrafts[]> => {
  const running = await startReference();
  const take = takerOf(running);
  const context = {
    today: dayOf(new Date()),
    mailDomain: 'mail.example.com',
    vehicleCodes: [{ code: '10000', vehicleType: '10', country: 'BE' }],
    insurers: [],
    whiteLabels: [],
  } as const;
  const taken = async (line: Line, bodies: readonly unknown[]): Promise<number> => {
    let sum = 0;
    for (const body of bodies) if (await take(line, body)) sum += 1;
    return sum;
  };
  const made = (make: () => unknown) => Array.from({ length: count }, make);
  try {
    const all: AcceptedDrafts[] = [];
    for (const line of lines) {
      const any = await taken(line, samples(draft(line, context), 1, count));
      const complete = await taken(line, samples(completeDraft(line, context), 1, count));
      const anyTheirs = await taken(line, made(schemaDrafts(line, false, 1)));
      const completeTheirs = await taken(line, made(schemaDrafts(line, true, 1)));
      all.push({ line, count, ours: [any, complete], theirs: [anyTheirs, completeTheirs] });
    }
    return all;
  } finally {
    await running.close();
  }
};

const DRAFTS = 100;

const cellOf = (count: number, [any, complete]: AcceptedDrafts['ours']): string =>
  `${any} and ${complete} of ${count}`;

/** Speed of the generators beside others, and the share of drafts that a correct service accepts. */
export const benchGenerators = async (): Promise<Measured> => {
  const rates = generatorRates();
  const taken = await countAcceptedDrafts(LINES, DRAFTS);
  const rows = rates.map((rate, at) => {
    const { count, ours, theirs } = taken[at] as AcceptedDrafts;
    return [
      rate.line,
      String(rate['drafts/s']),
      String(rate['complete drafts/s']),
      String(rate['bare Faker objects/s']),
      String(rate['complete : bare']),
      String(rate['complete json-schema-faker drafts/s']),
      cellOf(count, ours),
      cellOf(count, theirs),
    ];
  });
  const versions = [pinnedVersion('@faker-js/faker'), pinnedVersion('json-schema-faker')];
  const measured = { rows, versions, rounds: 'a second each' };
  const isEnough =
    rates.every(({ enough }) => enough) &&
    taken.every(({ count, ours }) => ours.every((each) => each === count));
  return isEnough ? measured : { ...measured, failed: true };
};

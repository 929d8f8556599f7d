import { expect, test } from 'vitest';
import type { Clock } from '../client/http/request-pace.ts';
import { virtualClock } from '../client/testing/virtual-clock.ts';
import type { Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import type { Step } from '../spec/operation.ts';
import { openSuites } from './open-suites.ts';
import { stubRun } from './testing/stub-run.ts';
import { type StubService, stubService } from './testing/stub-service.ts';
import { drawn } from '../tools/testing/drawn.ts';

/** Milliseconds; declared by the target. */
const DELAY = 1500;
const READS: readonly Step[] = ['draft-get', 'contract-get', 'contract-download', 'payment-status'];

interface Written {
  readonly at: number;
  readonly body: unknown;
}

/** A stub whose reads lag behind its writes by `lag` milliseconds; landlord drafts show their content. */
const lagging = (clock: Clock, lag: number): StubService => {
  const service = stubService();
  const drafts = new Map<string, Written[]>();
  const contracts = new Map<string, number>();
  return (call) => {
    const { step, line } = operation(call.operation);
    const answer = service(call);
    if (answer.status >= 400) return answer;
    const now = clock.now();
    const body = (answer.body ?? {}) as Readonly<Record<string, string>>;
    const id = call.params?.['draftId'] ?? body['draftId'] ?? '';
    if (step === 'draft-create' || step === 'draft-update')
      drafts.set(id, [...(drafts.get(id) ?? []), { at: now, body: call.body }]);
    if (step === 'contract-create') {
      const made = answer.headers?.['location']?.split('/').at(-1) ?? body['contractId'] ?? '';
      contracts.set(made, now);
    }
    if (!READS.includes(step)) return answer;
    const contract = contracts.get(call.params?.['contractId'] ?? '');
    const seen = drafts.get(id)?.findLast(({ at }) => now - at >= lag);
    if (contract === undefined ? !seen : now - contract < lag) return { status: 404 };
    return line === 'landlord' && step === 'draft-get' && seen
      ? { ...answer, body: { ...body, ...(seen.body as object) } }
      : answer;
  };
};

/** Requirements that fail if reads are given up too early. */
const OF_READS =
  /^(DRAFT-0[134]|PATH-01|GAP-CONTRACT-03|LANDLORD-READBACK-.*|TRAVEL-(CAR|PERSON|METADATA)-02)$/;
const SUITES = ['journeys', 'contract', 'state', 'drafts', 'sequences', 'races'];

/** The requirements that did not pass, and the longest wait of one call in milliseconds. */
const openAfter = async (
  line: Line,
  stub: (clock: Clock) => StubService,
  delay: number,
): Promise<{ readonly failed: readonly string[]; readonly open: readonly string[] }> => {
  const clock = virtualClock();
  const decisions = { readBackDelay: delay, othersMay: 'nothing', downloadReady: true } as const;
  const { run, found } = await stubRun(stub(clock), line, undefined, { decisions }, clock);
  for (const { name, tests } of openSuites(run)) {
    if (SUITES.includes(name)) for (const each of tests) await each.conduct();
  }
  const of = (verdict: string) => [
    ...new Set(
      found
        .filter((each) => OF_READS.test(each.requirement) && each.verdict === verdict)
        .map(({ requirement }) => requirement),
    ),
  ];
  return { failed: of('fail'), open: of('inconclusive') };
};

const LINES = ['gap', 'landlord', 'travel'] as const;
const within = [0, 830, 1200, DELAY - 1].flatMap((lag) => LINES.map((line) => ({ lag, line })));

test.each(drawn(within, 4))(
  'reads of $line that lag by $lag ms leave nothing open',
  async ({ lag, line }) => {
    expect(await openAfter(line, (clock) => lagging(clock, lag), DELAY)).toEqual({
      failed: [],
      open: [],
    });
  },
);

test.each(drawn(LINES, 1))('detects reads of %s that lag by more than the delay', async (line) => {
  const { failed } = await openAfter(line, (clock) => lagging(clock, 10 * DELAY), DELAY);
  expect(failed).toContain('DRAFT-01');
});

test('detects a contract whose link never works beside lagging reads', async () => {
  const { failed } = await openAfter(
    'gap',
    (clock) => {
      const service = lagging(clock, 1200);
      return (call) =>
        operation(call.operation).step === 'contract-get' ? { status: 404 } : service(call);
    },
    DELAY,
  );
  expect(failed).toContain('GAP-CONTRACT-03');
});

test('detects a value that never reads back beside lagging reads', async () => {
  const { failed } = await openAfter(
    'landlord',
    (clock) => {
      const service = lagging(clock, 1200);
      return (call) => {
        const answer = service(call);
        if (operation(call.operation).step !== 'draft-get' || answer.status !== 200) return answer;
        const { language, ...rest } = answer.body as { language?: string };
        const other = language === 'nl-BE' ? 'fr-BE' : 'nl-BE';
        return { ...answer, body: language === undefined ? rest : { ...rest, language: other } };
      };
    },
    DELAY,
  );
  expect(failed).toContain('LANDLORD-READBACK-language');
  expect(failed.filter((id) => id.startsWith('LANDLORD-READBACK-'))).toHaveLength(1);
});

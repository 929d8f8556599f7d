import { expect, test } from 'vitest';
import { operation } from '../../spec/operations.ts';
import { disturbedService } from '../testing/disturbed-service.ts';
import { judgedCells } from '../testing/judged-cells.ts';
import { stubRun } from '../testing/stub-run.ts';
import { refusalOf, type StubService, stubService } from '../testing/stub-service.ts';
import { conductSession } from './conduct-session.ts';

/** Verdicts of a session other than pass, the number of judged cells, and the number of requests. */
const conduct = async (place: number) => {
  const { run, sent } = await stubRun(disturbedService(place), 'jobloss', 'VERSION-01');
  const cells = judgedCells(run, await conductSession(run, 'jobloss.contract-create'));
  const open = cells
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed')
    .map(({ cell, verdict, reason }) => `${cell} ${verdict} ${reason ?? ''}`);
  return { open, sent: sent.length, judged: cells.length };
};

const undisturbed = await conduct(0);

test('an undisturbed session leaves nothing open', () => {
  expect(undisturbed.open).toEqual([]);
  expect(undisturbed.judged).toBeGreaterThan(3);
});

test('one request without an answer, whichever it is, leaves nothing open', async () => {
  const places = Array.from({ length: undisturbed.sent }, (_, at) => at + 1);

  const open = await Promise.all(places.map(async (place) => (await conduct(place)).open));

  expect(open.length).toBeGreaterThan(4);
  expect(open.filter((each) => each.length > 0)).toEqual([]);
});

test('a fault that shows only while another call is in flight fails, and names that', async () => {
  const service = stubService();
  let isTogether = false;
  const { run } = await stubRun(
    (call) => (call.intent === 'faulty' && !isTogether ? { status: 406 } : service(call)),
    'jobloss',
  );
  const sendTogether: typeof run.client.sendTogether = (calls) => {
    isTogether = true;
    const answers = run.client.sendTogether(calls);
    isTogether = false;
    return answers;
  };
  const client = { ...run.client, sendTogether };

  const findings = await conductSession({ ...run, client }, 'jobloss.draft-update');

  const failed = judgedCells(run, findings).find(
    ({ verdict, requirement }) => verdict === 'fail' && requirement === 'VERSION-02',
  );
  expect(failed?.got).toBe('status 200, only if another call is in flight at the same time');
});

test('a call that loses its object to the other one in flight is sent again alone (S18)', async () => {
  const service = stubService();
  let [isTogether, conflicts] = [false, 0];
  const { run } = await stubRun((call) => {
    if (isTogether) conflicts += 1;
    if (isTogether && conflicts % 2 === 0) return { status: 409 };
    return call.intent === 'faulty' ? refusalOf(call) : service(call);
  }, 'jobloss');
  const sendTogether: typeof run.client.sendTogether = (calls) => {
    isTogether = true;
    const answers = run.client.sendTogether(calls);
    isTogether = false;
    return answers;
  };
  const verdictsWith = async (client: typeof run.client) =>
    judgedCells(run, await conductSession({ ...run, client }, 'jobloss.draft-update'))
      .map(({ cell, verdict, got }) => `${cell} ${verdict}: ${got}`)
      .filter((text) => text.includes('@jobloss.draft-update') && text.includes('status'));

  const alone = await verdictsWith(run.client);

  expect(await verdictsWith({ ...run.client, sendTogether })).toEqual(alone);
  expect(conflicts).toBeGreaterThan(1);
});

/** Refuses faulty calls, except from the nth one on a draft. */
const forgetful = (from: number): StubService => {
  const service = stubService();
  const faulty = new Map<string, number>();
  return (call) => {
    if (call.intent !== 'faulty' || call.operation !== 'jobloss.draft-update')
      return call.intent === 'faulty' ? refusalOf(call) : service(call);
    const draft = call.params?.['draftId'] ?? '';
    const nth = (faulty.get(draft) ?? 0) + 1;
    faulty.set(draft, nth);
    return nth < from ? { status: 406 } : service(call);
  };
};

test.each([
  [2, ', after 1 refused call on the same objects'],
  [3, ', after 2 refused calls on the same objects'],
])(
  'a fault that only the faulty call number %s shows fails, and names the history',
  async (from, got) => {
    const { run } = await stubRun(forgetful(from), 'jobloss');
    const findings = await conductSession(run, 'jobloss.draft-update');
    const failed = judgedCells(run, findings).find(
      ({ verdict, requirement }) => verdict === 'fail' && requirement === 'VERSION-02',
    );

    expect(failed).toMatchObject({ requirement: 'VERSION-02', got: `status 200${got}` });
  },
);

test('a refusal that shows the draft to callers without a credential, once it was priced, fails AUTH-04', async () => {
  const service = stubService();
  const written = new Map<unknown, unknown>();
  const priced = new Set<unknown>();
  const { run } = await stubRun((call) => {
    const { draftId } = call.params ?? {};
    if (call.intent === 'faulty' && call.identity === undefined) {
      const isShown = call.credential !== undefined && priced.has(draftId);
      return { ...refusalOf(call), ...(isShown && { body: written.get(draftId) }) };
    }
    const answer = service(call);
    const { step } = operation(call.operation);
    if (step === 'draft-create')
      written.set((answer.body as { draftId: string }).draftId, call.body);
    if (step === 'price-request') priced.add(draftId);
    return answer;
  }, 'jobloss');

  const findings = await conductSession(run, 'jobloss.draft-update');

  const failed = judgedCells(run, findings).filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ cell }) => cell)).toEqual(['AUTH-04@jobloss.draft-update']);
  expect(failed[0]?.got).toContain('status 401 with "');
});

test('a refused deletion that was made after all does not fail the path of the operation', async () => {
  const service = stubService();
  const { run } = await stubRun((call) => {
    const answer = service(call);
    return call.operation === 'travel.car-delete' && call.intent === 'faulty'
      ? { status: 404 }
      : answer;
  }, 'travel');

  const findings = await conductSession(run, 'travel.car-delete');

  const failed = judgedCells(run, findings).filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ requirement }) => requirement)).not.toContain('PATH-01');
});

test('a contract that is answered with a redirection is accepted on used drafts, too (S1)', async () => {
  const service = stubService();
  const { run } = await stubRun((call) => {
    if (call.intent === 'faulty') return { status: 401 };
    const answer = service(call);
    return call.operation === 'travel.contract-create' && answer.status === 200
      ? { status: 303, headers: { location: '/BE/lifestyle/travel/contracts/1' } }
      : answer;
  }, 'travel');

  const cells = judgedCells(run, await conductSession(run, 'travel.contract-create'));

  expect(cells.length).toBeGreaterThan(5);
  expect(cells.filter(({ reason }) => reason === 'twin-refused')).toEqual([]);
});

/** The fail of a requirement in a session of the user terms: what the service did. */
const failOfTerms = async (
  service: StubService,
  of: 'PATH-01' | 'VERSION-01',
): Promise<string | undefined> => {
  const { run } = await stubRun(service, 'jobloss');
  const cells = judgedCells(run, await conductSession(run, 'jobloss.token-terms'));
  return cells.find(({ verdict, requirement }) => verdict === 'fail' && requirement === of)?.got;
};

/** Answers legal requests for the user terms of a draft with 405 as soon as so many calls on it match. */
const withoutTermsAfter = (
  count: number,
  isMeant: (call: Parameters<StubService>[0]) => boolean,
): StubService => {
  const service = stubService();
  const counts = new Map<string, number>();
  return (call) => {
    const draft = call.params?.['draftId'] ?? '';
    if (isMeant(call)) counts.set(draft, (counts.get(draft) ?? 0) + 1);
    if (call.intent === 'faulty') return refusalOf(call);
    const isOfTerms = call.operation === 'jobloss.token-terms';
    return isOfTerms && (counts.get(draft) ?? 0) >= count ? { status: 405 } : service(call);
  };
};

test('a call that is not served on a draft that was read fails, and names that', async () => {
  const isUse = ({ operation: on }: Parameters<StubService>[0]) => on === 'jobloss.draft-get';

  expect(await failOfTerms(withoutTermsAfter(1, isUse), 'PATH-01')).toMatch(
    /^status 405, only if .*read/,
  );
});

test('a call that is not served after refusals fails', async () => {
  const service = withoutTermsAfter(3, ({ intent }) => intent === 'faulty');

  expect(await failOfTerms(service, 'PATH-01')).toMatch(/^status 405/);
});

test('a faulty call that only drafts with one content accept fails', async () => {
  const service = stubService();
  const contents = new Map<unknown, string>();
  let lax: string | undefined;
  const answer: StubService = (call) => {
    if (call.operation === 'jobloss.draft-create' && call.intent !== 'faulty') {
      const created = service(call);
      const { draftId } = created.body as { readonly draftId?: unknown };
      contents.set(draftId, JSON.stringify(call.body));
      return created;
    }
    const content = contents.get(call.params?.['draftId']);
    if (call.breaks === 'VERSION-01') lax ??= content;
    const isMissed = call.breaks === 'VERSION-01' && content === lax;
    return call.intent === 'faulty' && !isMissed ? refusalOf(call) : service(call);
  };

  expect(await failOfTerms(answer, 'VERSION-01')).toBe('status 200');
});

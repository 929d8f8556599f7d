import { expect, onTestFinished, test } from 'vitest';
import { pathOfK6 } from '../testing/test-k6.ts';
import { runTestLoad, shortProfile } from '../testing/test-run.ts';
import { type PriceAnswer, startTestService } from '../testing/test-service.ts';

const k6Of = pathOfK6();

const serve = async (price?: PriceAnswer): Promise<string> => {
  const service = await startTestService(price);
  onTestFinished(() => service.close());
  return service.address;
};

/** Price requests that k6 started or dropped. */
const turnsIn = ({ result }: Awaited<ReturnType<typeof runTestLoad>>): number => {
  const { requests = 0, dropped = 0 } = result.measured?.lines.gap ?? {};
  return requests + dropped;
};

test('compares the id of every answer, up to the last one of each virtual user', async (context) => {
  const k6 = k6Of(context);
  const steps = [
    { rate: 60, seconds: 2 },
    { rate: 60, to: 0, seconds: 2 },
  ];
  const planned = 120 + 60;
  const send = async () =>
    runTestLoad(k6, await serve(), shortProfile({ steps, users: 20, judgeEvery: 100 }));
  let run = await send();
  // A k6 that is suspended at the end of a step omits starts, and with them the turns of some virtual users.
  for (let again = 0; again < 3 && turnsIn(run) < planned; again += 1) run = await send();

  expect(turnsIn(run)).toBeGreaterThanOrEqual(planned);
  expect(run.result.notes.filter((note) => note.includes('priceRequestIds'))).toEqual([]);
});

test("finds ids at the target's places, below its envelope, and reports those that were not compared", async (context) => {
  const k6 = k6Of(context);
  // Some answers lack a member of those before the load, so that their id is not read.
  const price: PriceAnswer = (response, count) => {
    const isOdd = count > 60 && count % 5 === 0;
    const resource = { number: `p${count}`, ...(!isOdd && { validUntil: '2999-12-31T00:00:00Z' }) };
    response.writeHead(200, {
      'content-type': 'application/json',
      'last-modified': new Date().toUTCString(),
    });
    response.end(JSON.stringify({ requestId: `r${count}`, data: { offer: resource } }));
  };
  const target = { envelope: '/data/offer', prices: { gap: { id: '/number' } } };
  const { result } = await runTestLoad(k6, await serve(price), shortProfile(), { target });

  expect(result.notes).toContainEqual(
    expect.stringMatching(
      /^gap: the priceRequestIds of 3\d of [34]\d answers were compared with those of other drafts$/,
    ),
  );
  expect(result.reasons).toContainEqual(
    expect.stringMatching(
      /^gap: answers with other members than before the load, .*validUntil missing/,
    ),
  );
});

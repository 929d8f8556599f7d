import { type RunningReference, startReference } from './start.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOn, writeDraft } from './testing/journey.ts';
import { LINES } from '../spec/line.ts';
import { SAMPLE_DRAFTS } from './testing/sample-drafts.ts';
import { Visitor } from './testing/visitor.ts';
import { withPointer } from './json.ts';

let running: RunningReference;
let visitor: Visitor;
beforeAll(async () => {
  running = await startReference();
  visitor = new Visitor(running);
});
afterAll(() => running.close());

const leadOf = async (line: (typeof LINES)[number], email: unknown, transport = 'EMAIL') => {
  const body = withPointer(SAMPLE_DRAFTS[line], '/policyholder/contact/email', email);
  const { draftId } = await writeDraft(visitor, line, body);
  return (await visitor.call(idOn(line, 'lead-create'), { draftId }, { transport })).status;
};

test.each(LINES)('%s: a lead by EMAIL needs a valid address', async (line) => {
  const broken = line === 'travel' || line === 'gap' ? 402 : 400;

  expect([
    await leadOf(line, undefined),
    await leadOf(line, 'plainaddress'),
    await leadOf(line, 'ada@example.com'),
  ]).toEqual([broken, broken, 200]);
});

test.each(LINES)('%s: a lead without transport needs no address', async (line) => {
  const { draftId } = await writeDraft(visitor, line, {});

  const lead = await visitor.call(idOn(line, 'lead-create'), { draftId }, {});

  expect(lead.status).toBe(200);
});

test.each(LINES)('%s: an unlisted transport is refused with 400', async (line) => {
  expect(await leadOf(line, 'ada@example.com', 'SMS')).toBe(400);
});

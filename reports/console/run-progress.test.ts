import { expect, test } from 'vitest';
import { createRunLine } from './run-progress.ts';

/** What a terminal shows, and a clock that is set by hand. */
const watched = () => {
  const shown: string[] = [];
  const clock = { at: 0 };
  const stream = {
    isTTY: true,
    columns: 120,
    write: (text: string) => shown.push(text.replace('\r\u001b[2K', '')),
  };
  return { shown, clock, line: createRunLine(stream, () => clock.at) };
};

test('the line says how far a run is, how long it still takes, what was sent and what is slow', () => {
  const { shown, clock, line } = watched();

  line.pulse({ sent: 1 });
  line.update(1, 100, 'ID-01 Travel');
  clock.at = 5000;
  line.pulse({ sent: 3204, slowest: { operation: 'gap.contract-create', milliseconds: 84.6 } });
  line.update(20, 100, 'ID-02 Travel');
  clock.at = 300_000;
  line.update(30, 100, 'ID-03 Travel');
  clock.at = 600_000;
  line.update(100, 100, 'ID-04 Travel');

  const sent = '3,204 requests, slowest gap.contract-create 85 ms';
  expect(shown).toEqual([
    '  1 of 100, 1 request, ID-01 Travel',
    ` 20 of 100, about 20 s left, ${sent}, ID-02 Travel`,
    ` 30 of 100, about 12 min left, ${sent}, ID-03 Travel`,
    `100 of 100, ${sent}, ID-04 Travel`,
  ]);
});

test('before anything was sent the line is a count and a label', () => {
  const { shown, line } = watched();

  line.update(1, 100, 'ID-01 Travel');

  expect(shown).toEqual(['  1 of 100, ID-01 Travel']);
});

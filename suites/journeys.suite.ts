import { test } from 'vitest';
import { subSeed } from '../generators/sample.ts';
import { LINE_TITLES } from '../spec/line.ts';
import { conclude } from './conclude.ts';
import { attachWalk } from './evidence.ts';
import { walk } from './journey/walk.ts';
import { run } from './run.ts';

const { lines, runs, seed } = run.plan;

for (const line of lines) {
  for (let round = 1; round <= runs; round += 1) {
    const name = `journey/${line}/${round}`;
    const meta = { epic: LINE_TITLES[line], feature: 'Journeys', story: 'from draft to contract' };
    test.concurrent(
      `${LINE_TITLES[line]}: from draft to contract, draft ${round}`,
      { meta },
      async (context) => {
        const own = subSeed(seed, 'journey', line, round);
        const first = await walk(line, name, 1, own);
        run.write(first.findings);
        // A fail takes two sightings and a disturbance may pass: both are settled by the same data on a fresh draft.
        const suspect = first.findings.some(
          ({ verdict }) => verdict === 'fail' || verdict === 'inconclusive',
        );
        const second = suspect ? await walk(line, name, 2, own) : undefined;
        if (second) run.write(second.findings);
        const walks = second ? [first, second] : [first];
        await attachWalk(walks, round === 1);
        conclude(
          context,
          walks.flatMap((each) => each.findings),
        );
      },
    );
  }
}

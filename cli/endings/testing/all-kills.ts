import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JUDGING, type Kill, KILLS, prepareKillGround, measureDurations, tryKill } from './kill.ts';

// npm run test:kills: kills every judging command at 20 random moments with each signal.
const MOMENTS = 20;

const root = mkdtempSync(join(tmpdir(), 'assay-kills-'));
const ground = await measureDurations(await prepareKillGround(root));
const kills: Kill[] = JUDGING.flatMap((command) =>
  KILLS.flatMap((signal) =>
    Array.from({ length: MOMENTS }, () => ({ command, signal, moment: Math.random() })),
  ),
);
let failed = 0;
for (const [at, kill] of kills.entries()) {
  const problems = await tryKill(kill, ground);
  const after = Math.round(kill.moment * ground.durations[kill.command]);
  const what = `${at + 1} of ${kills.length}  ${kill.command} ${kill.signal} after ${after} ms`;
  console.log(problems.length === 0 ? `✓ ${what}` : `✗ ${what}\n  ${problems.join('\n  ')}`);
  if (problems.length > 0) failed += 1;
}
rmSync(root, { recursive: true, force: true });
console.log(`${kills.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

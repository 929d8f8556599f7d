import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { k6ForTests } from '../../load/testing/test-k6.ts';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { JUDGING, type KillGround, KILLS, prepareKillGround, tryKill } from './testing/kill.ts';

// One of the 240 kills of npm run test:kills: another command at the next commit, with a random signal and moment.

const root = mkdtempSync(join(tmpdir(), 'assay-kill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const k6 = await k6ForTests();
const commands = JUDGING.filter((command) => command !== 'load' || 'path' in k6);
let prepared: Promise<KillGround> | undefined;
// Prepared by the first test: a file without a test in its turn makes no runs.
const groundOf = (): Promise<KillGround> => (prepared ??= prepareKillGround(root));

const first = Math.floor(Math.random() * KILLS.length);
const kills = JUDGING.map((command, at) => ({
  command,
  signal: KILLS[(first + at) % KILLS.length] ?? 'SIGKILL',
}));

test.for(drawnInTurn('kills', kills))(
  '$command ended by $signal is not conformant, and its run is readable',
  async (kill, context) => {
    if (!commands.includes(kill.command)) context.skip('reason' in k6 ? k6.reason : 'no k6');
    const moment = Math.random();

    expect({ moment, problems: await tryKill({ ...kill, moment }, await groundOf()) }).toEqual({
      moment,
      problems: [],
    });
  },
);

import { readFileSync, writeFileSync } from 'node:fs';
import type { startReference } from '../../../reference/start.ts';
import { serveRoom } from '../serve-room.ts';
import { askFor, handOut, startOf } from './hand-out.ts';
import { openSwitches, ROOM_EXIT, type SourceOrder } from './mutant-switch.ts';

// The program of a room for mutants: commands of Assay, whose embedded service has them. The room's folder holds the
// instrumented texts.
handOut(JSON.parse(readFileSync('instrumented.json', 'utf8')) as Record<string, string>);
const switches = openSwitches();

interface Start {
  readonly startReference: typeof startReference;
}

// Before any mutant is on, so that what all of them share is not touched by one.
await import(startOf(''));
const { assay } = await import('../../assay.ts');

/** Whether a service starts and ends at all: where it does not, there is nothing to judge. */
const startsAtAll = async (load: string): Promise<boolean> => {
  try {
    const { startReference: start } = (await import(startOf(load))) as Start;
    const service = await start({ dialect: 'plain' });
    await service.close();
    return true;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
    return false;
  }
};

const conduct = async (order: SourceOrder, command: readonly string[]): Promise<number> => {
  const load = order.anew === true ? order.mutants.join('.') : '';
  switches.switchTo(order);
  askFor(load);
  try {
    if (!(await startsAtAll(load))) return ROOM_EXIT.unstarted;
    const code = await assay(command);
    if (order.reachFile !== undefined)
      writeFileSync(order.reachFile, JSON.stringify(switches.reached));
    return switches.hasLooped ? ROOM_EXIT.looped : code;
  } finally {
    switches.switchTo({ mutants: [] });
    askFor('');
  }
};

serveRoom(({ args: [order = '', ...command] }) =>
  conduct(JSON.parse(order) as SourceOrder, command),
);

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CheckSkipped,
  expectResult,
  type ImageCheck,
  MEASUREMENTS,
  shortLoad,
} from './image-checks.ts';
import type { ImageUnderTest } from './image-under-test.ts';

/** Milliseconds within which a stopped run has to be over; Docker waits ten seconds before it kills. */
const STOPPED_WITHIN = 3000;
/** Milliseconds of a run before its signal, so that it has sent requests. */
const UNDER_WAY = 1500;

/** Stops a gate in mid-run, and returns the milliseconds until its container was gone. Throws if it ended wrongly. */
const stopOnce = async (image: ImageUnderTest, name: string): Promise<number> => {
  const { assay, program, folder } = image;
  const work = folder(name);
  const container = `assay-${name}-${process.pid}`;
  const run = assay({ work, container }, 'gate');
  const latest = join(work, 'reports', 'out', 'latest');
  const isOver = run.then(() => true);
  while (!existsSync(latest) && !(await Promise.race([isOver, sleep(50)])));
  await Promise.race([isOver, sleep(UNDER_WAY)]);
  const begun = performance.now();
  const kill = await program.run(['kill', '--signal', 'TERM', container]);
  if (kill.code !== 0) throw new Error(`the run had ended before its signal: ${kill.stderr}`);
  const result = await run;
  const took = Math.round(performance.now() - begun);
  expectResult(result, 3, /incomplete/);
  expectResult(await assay({ work }, 'report', 'reports/out/latest'), 0, /report\.html/);
  return took;
};

const stopped = async (image: ImageUnderTest): Promise<string> => {
  const times: number[] = [];
  while (times.length < MEASUREMENTS) {
    const took = await stopOnce(image, `stopped-${times.length + 1}`);
    times.push(took);
    if (took <= STOPPED_WITHIN) return `ended ${times.join(', then ')} ms after SIGTERM`;
  }
  throw new Error(`expected an end within ${STOPPED_WITHIN} ms, got ${times.join(', ')} ms`);
};

/** Prints, at each look, the processes that have ended and that nobody has waited for. */
const SCAN = `const fs = require('node:fs');
setInterval(() => {
  const ended = fs.readdirSync('/proc').filter((id) => /^\\d+$/.test(id)).flatMap((id) => {
    try { const [, name, state] = /\\((.*)\\) (\\w)/.exec(fs.readFileSync('/proc/' + id + '/stat', 'utf8'));
      return state === 'Z' ? [id + ' ' + name] : []; } catch { return []; }
  });
  console.log(JSON.stringify(ended));
}, 100);`;

/** Most starts of k6: a short load has one for its calibration and one for itself, and is tried three times. */
const WATCHERS = 6;

/** Looks in a row after which an ended process counts as left: its parent may need a moment. */
const LEFT_AFTER = 10;

/** Processes that many looks in a row saw. */
const leftIn = (looks: readonly (readonly string[])[]): readonly string[] => {
  const rows = new Map<string, number>();
  const left = new Set<string>();
  for (const look of looks) {
    for (const each of rows.keys()) if (!look.includes(each)) rows.delete(each);
    for (const each of look) {
      rows.set(each, (rows.get(each) ?? 0) + 1);
      if ((rows.get(each) ?? 0) >= LEFT_AFTER) left.add(each);
    }
  }
  return [...left];
};

/** Ended processes that nobody waits for during a load. Throws what the load throws. */
const zombiesOfLoad = async (image: ImageUnderTest, init: boolean): Promise<readonly string[]> => {
  const container = `assay-load-${init}-${process.pid}`;
  const work = image.folder(container);
  const load = shortLoad(image, { work, container, init });
  const isOver = load.then(
    () => true,
    () => true,
  );
  const looks: (readonly string[])[] = [];
  // The scan ends with the container; before the container has started, or between two loads, there is none.
  while (!(await Promise.race([isOver, sleep(100)]))) {
    const { stdout } = await image.program.run(['exec', container, 'node', '-e', SCAN]);
    for (const line of stdout.split('\n').filter((each) => each.endsWith(']')))
      looks.push(JSON.parse(line) as readonly string[]);
  }
  await load;
  if (looks.length < LEFT_AFTER)
    throw new Error(`expected looks at its processes, got ${looks.length}`);
  return leftIn(looks);
};

const leavesNoZombie = async (image: ImageUnderTest): Promise<string> => {
  const work = image.folder('init');
  const { code, stderr } = await image.assay({ work, init: true }, '--version');
  if (code !== 0) throw new CheckSkipped(`--init does not work here: ${stderr.trim()}`);
  const left = await zombiesOfLoad(image, true);
  if (left.length > 0) throw new Error(`expected no zombie, got ${left.join(', ')}`);
  return 'none for a second or longer';
};

const leavesOnlyWatchers = async (image: ImageUnderTest): Promise<string> => {
  const left = await zombiesOfLoad(image, false);
  // The shell that watches a k6 (load/k6/run-limited.ts) outlives it, and Node waits for its own children only.
  const others = left.filter((each) => !/^\d+ sh$/.test(each));
  if (others.length > 0 || left.length > WATCHERS)
    throw new Error(
      `expected only the watchers of k6, ${WATCHERS} at most, got ${left.join(', ')}`,
    );
  return `${left.length} until the container ends: the watcher of each k6`;
};

/** Checks of how a container ends. */
export const ENDING_CHECKS: readonly ImageCheck[] = [
  {
    name: 'SIGTERM ends a gate of four lines within 3 s with 3, and its run is readable',
    run: stopped,
  },
  {
    name: 'a load with assay as process 1 leaves no zombie but the watchers of k6',
    run: leavesOnlyWatchers,
  },
  { name: 'a load with --init leaves no zombie', run: leavesNoZombie },
];

import { subSeed } from '../generators/sample.ts';
import type { Finding } from '../oracles/finding.ts';
import { showsInReadBacks } from '../spec/catalogue.ts';
import type { Line } from '../spec/line.ts';
import { operation } from '../spec/operations.ts';
import { isSeen, type SeenCell } from './engine/cell-sightings.ts';
import { conductPart, type OpenSuites, type Part } from './engine/conduct-part.ts';
import type { Run } from './engine/run.ts';
import { reportOthers } from './engine/sightings.ts';
import type { Suite, TestResult } from './engine/suite.ts';
import { sendsAny, suitesInOrder } from './engine/suite-order.ts';

/** Limits: a service that answers at random would be asked for hours. `cells`: of one round; they take turns. */
const MOST = { rounds: 12, cells: 8, requests: 1500 } as const;

/** Attempts of a round are numbered after those of the run and of earlier rounds, which are fewer than these. */
const ATTEMPTS = 20;

const lineOf = ({ cell }: SeenCell): Line => operation(cell.operation).line;

const cellsOn = ({ cells }: Run, lines: readonly Line[]) =>
  cells.filter((cell) => lines.includes(operation(cell.operation).line));

/** Name of a probe, without the prefix of the client that repeated it. */
const probeOf = ({ test }: Finding): string => test.replace(/^(?:other|own)-client\/\d+\//, '');

/** Names of the probes that showed a cell's sightings. */
const probesOf = ({ seen }: SeenCell): readonly string[] => seen.map(probeOf);

/** Paths of the sequences that showed a cell's sightings. */
const pathsOf = ({ seen }: SeenCell): readonly string[] =>
  seen.flatMap(({ test, path = [] }) => (sendsAny('sequences', [test]) ? path : []));

/** Suites whose probes can be repeated one by one. */
const BY_PROBE = suitesInOrder([]).filter((name) => name !== 'journeys' && name !== 'sequences');

/** True if the part of a run that showed a cell's sightings can be repeated. */
const isRepeatable = (each: SeenCell): boolean =>
  pathsOf(each).length > 0 ||
  ['journeys' as const, ...BY_PROBE].some((name) => sendsAny(name, probesOf(each)));

/** Parts of the run that showed these sightings: sequences by their paths, a journey of each line, and the other probes by name. */
const partsOf = (run: Run, cells: readonly SeenCell[], data: Part['plan']): readonly Part[] => {
  const { sharedDraftLines } = run.memory.emptyDrafts;
  // A sequence cannot be repeated if equal creations make one draft (D11).
  const ownDrafts = cells.filter((each) => !sharedDraftLines.includes(lineOf(each)));
  const paths = new Set(ownDrafts.flatMap(pathsOf));
  const played = cellsOn(run, ownDrafts.map(lineOf));
  const walked = cells.filter((each) => sendsAny('journeys', probesOf(each)));
  const probed = cells.filter((each) => BY_PROBE.some((name) => sendsAny(name, probesOf(each))));
  const probes = [...new Set(probed.flatMap(probesOf))];
  const parts: readonly Part[] = [
    ...[...paths].map((path): Part => ({ suites: ['sequences'], cells: played, plan: { path } })),
    {
      suites: ['journeys'],
      cells: cellsOn(run, walked.map(lineOf)),
      plan: { ...data, runs: 1, thorough: false },
    },
    {
      suites: BY_PROBE.filter((name) => sendsAny(name, probes)),
      // One read-back alone would send every legal value of its operation.
      cells: probed.map(({ cell }) => cell).filter((cell) => !showsInReadBacks(cell.requirement)),
      plan: { ...data, probes },
    },
  ];
  return parts.filter(
    ({ suites, cells: judged, plan }) =>
      suites.length > 0 && (judged.length > 0 || plan.probes !== undefined),
  );
};

/** Cells of a round; if there are more than it takes, those in turn. */
const cellsInTurn = (all: readonly SeenCell[], round: number): readonly SeenCell[] => {
  const first = all.length > MOST.cells ? (round * MOST.cells) % all.length : 0;
  return [...all.slice(first), ...all.slice(0, first)].slice(0, MOST.cells);
};

const conduct = async (run: Run, open: OpenSuites): Promise<TestResult> => {
  const { seed, failFast } = run.plan;
  const { sightings: seenSoFar, emptyDrafts } = run.memory;
  // Reports first what no test has reported, so that it is repeated as well.
  reportOthers(run);
  const unrepeated = (): readonly SeenCell[] =>
    seenSoFar
      .unrepeated()
      .filter((each) => run.judges(each.cell.requirement, each.cell.operation))
      .filter(isRepeatable);
  const found: Finding[] = [];
  const sent: number[] = [];
  const isOver = (): boolean => Math.max(...sent) - Math.min(...sent) > MOST.requests;
  for (let round = 1; round <= MOST.rounds && !isOver(); round += 1) {
    const cells = cellsInTurn(unrepeated(), round);
    if (cells.length === 0) break;
    found.push(...cells.flatMap(({ seen }) => seen));
    // A service that answers equal creations with one draft would repeat on a used one (D11).
    const isFresh = round % 2 === 0 || emptyDrafts.sharedDraftLines.length > 0;
    const data = isFresh ? { seed: subSeed(seed, 'repeated', round) } : {};
    const write = (findings: readonly Finding[]): void => {
      sent.push(...findings.flatMap(({ exchanges }) => exchanges));
      const sightings = findings.filter(isSeen).map(({ path, ...each }): Finding => ({
        ...each,
        // A path leads from the run's seed alone.
        ...(path !== undefined && !isFresh && { path }),
        attempt: each.attempt + ATTEMPTS * round,
      }));
      // Passes settle nothing here, but account for their answers; the run has judged what is not judged now.
      const others = findings
        .filter((each) => !isSeen(each) && each.verdict !== 'inconclusive')
        .map((each) => ({ ...each, attempt: 1 }));
      run.write([...sightings, ...others]);
      found.push(...sightings);
    };
    for (const part of partsOf(run, cells, data)) {
      if (isOver()) break;
      await conductPart(run, open, part, write);
      reportOthers(run);
    }
    const left = new Set(unrepeated().map(({ cell }) => cell.id));
    if (failFast && cells.some(({ cell }) => !left.has(cell.id))) break;
  }
  return found.length > 0 ? { findings: found } : {};
};

/**
 * Looks again, after all other suites but the odd requests, for what was seen once: a fault in one call of ten, or on one draft of
 * five, needs more than the two or three tries of a test (rule section 0). Every second round has other data. A run without such a
 * sighting sends nothing here, nor does a replay, which repeats one failure by itself.
 */
export const repeatedSightingsSuite = (run: Run, open: OpenSuites): Suite => {
  const { path, probes } = run.plan;
  const isReplay = path !== undefined || probes.length > 0;
  return {
    probes: () => [],
    tests: isReplay
      ? []
      : [
          {
            title: 'What was seen once is looked for again',
            isLast: true,
            conduct: () => conduct(run, open),
          },
        ],
  };
};

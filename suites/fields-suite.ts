import { FLAG_STATUS } from '../oracles/refusals/draft-fault.ts';
import type { Finding } from '../oracles/finding.ts';
import {
  isDraftPath,
  collectDraftFault,
  leadsToDraft,
  replayDraft,
  THOROUGH_DRAWS,
} from './fields/draft-fault.ts';
import { borderProbes, draftProbes, isBorderOpen } from './fields/draft-probes.ts';
import { announcedDraft, type DraftProbe } from './fields/faulty-draft.ts';
import { LeadsNowhere } from './replayed-path.ts';
import { endedBy } from './replayed-probe.ts';
import type { Run } from './run.ts';
import { sideBySide } from './side-by-side.ts';
import { type Suite, type SuiteTest, type TestResult, titleOf } from './suite.ts';
import { byUrgency } from './urgency.ts';

const nameOf = ({ fault, on }: DraftProbe): string => `fields/${on}/${fault.id}`;
const groupOf = ({ fault, line }: DraftProbe): string => `${fault.requirement} ${line}`;

const chosenProbes = (run: Run): readonly DraftProbe[] => {
  const { path } = run.plan;
  const all = draftProbes(run);
  if (path === undefined) return all;
  return [...all, ...borderProbes(run)].filter((probe) => leadsToDraft(path, probe));
};

const drawsOf = ({ plan: { thorough, path } }: Run): number =>
  thorough && path === undefined ? THOROUGH_DRAWS : 1;

/** What a border leaves open is no hole (W3); a fault that it showed once is a sighting all the same. */
const withoutHoles = (requirement: string, findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(
    (each) =>
      each.requirement !== requirement ||
      each.verdict !== 'inconclusive' ||
      each.reason === 'intermittent',
  );

/** The status of a refused flag is judged by the probes of the flag (E1). */
const ofFlagStatus = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ requirement }) => requirement === FLAG_STATUS);

/** Borders are sent once beside the others, and only while they can be judged: what they leave open is no hole (W3). */
const conductBorders = async (run: Run, first: DraftProbe): Promise<readonly Finding[]> => {
  const { requirement } = first.fault;
  const found: Finding[] = [];
  for (const border of run.plan.path === undefined ? borderProbes(run) : []) {
    if (groupOf(border) !== groupOf(first) || !isBorderOpen(run)) continue;
    const settled = withoutHoles(requirement, await collectDraftFault(run, border, 1));
    run.write(settled);
    found.push(...endedBy(run, requirement, nameOf(border), settled));
  }
  return found;
};

const conductProbe = async (
  run: Run,
  probe: DraftProbe,
  earlier: Promise<unknown>,
): Promise<readonly Finding[]> => {
  const { path } = run.plan;
  const { requirement } = probe.fault;
  const found: Finding[] = [];
  for (let draw = 1; draw <= drawsOf(run); draw += 1) {
    const findings = await (path === undefined
      ? collectDraftFault(run, probe, draw)
      : replayDraft(run, probe, path));
    await earlier;
    run.write(findings);
    found.push(...endedBy(run, requirement, nameOf(probe), findings), ...ofFlagStatus(findings));
  }
  return found;
};

const conductProbes = async (
  run: Run,
  probes: readonly [DraftProbe, ...DraftProbe[]],
): Promise<TestResult> => {
  const found = await conductBorders(run, probes[0]);
  const others = await sideBySide(probes, (each, earlier) => conductProbe(run, each, earlier));
  return { findings: [...found, ...others] };
};

/** Of a replay whose path is that of a draft, and which leads to none. */
const leadsNowhere = (path: string): SuiteTest => ({
  title: 'what the path of the replay leads to',
  conduct: () => Promise.reject(new LeadsNowhere(path)),
});

/** Drafts with one fault, field by field and rule by rule, each beside its twin. */
export const fieldsSuite = (run: Run): Suite => {
  const { path, lastFailures } = run.plan;
  const chosen = chosenProbes(run);
  if (path !== undefined && chosen.length === 0 && isDraftPath(path))
    return { probes: () => [], tests: [leadsNowhere(path)] };
  const groups = [...Map.groupBy(chosen, groupOf).values()];
  const ordered = byUrgency(
    groups,
    ([first, ...others]) =>
      first && {
        requirement: first.fault.requirement,
        line: first.line,
        probes: [first, ...others].map(nameOf),
      },
    lastFailures,
  );
  return {
    probes: () =>
      groups
        .flat()
        .values()
        .flatMap((probe) =>
          Array.from({ length: drawsOf(run) }, (_, at) => announcedDraft(run, probe, at + 1)),
        ),
    tests: ordered.flatMap(([first, ...others]) => {
      if (!first) return [];
      const { line, fault } = first;
      const { requirement } = fault;
      return {
        title: titleOf(requirement, line),
        line,
        conduct: () => conductProbes(run, [first, ...others]),
      };
    }),
  };
};

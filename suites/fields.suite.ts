import { test } from 'vitest';
import { LINE_TITLES } from '../spec/line.ts';
import type { Finding } from '../oracles/finding.ts';
import { requirementOf } from '../spec/catalogue.ts';
import { announce } from './announce.ts';
import { conclude } from './conclude.ts';
import { conductTest, reportLeadsNowhere, reportNothingSelected } from './conduct-test.ts';
import {
  isDraftPath,
  judgeDraftFault,
  leadsToDraft,
  replayDraft,
  THOROUGH_DRAWS,
} from './fields/draft-fault.ts';
import { borderProbes, draftProbes, isBorderOpen } from './fields/draft-probes.ts';
import { announcedDraft, type DraftProbe, FLAG_STATUS } from './fields/faulty-draft.ts';
import { endedBy } from './replayed-probe.ts';
import { run } from './run.ts';
import { byUrgency } from './urgency.ts';

const { path } = run.plan;
const nameOf = ({ fault, on }: DraftProbe): string => `fields/${on}/${fault.id}`;
const all = draftProbes();
/** Sent once beside the others, and only while they can be judged: what they leave open is no hole (W3). */
const borders = borderProbes();
const chosen =
  path === undefined ? all : [...all, ...borders].filter((probe) => leadsToDraft(path, probe));
const draws = run.plan.thorough && path === undefined ? THOROUGH_DRAWS : 1;
const groupOf = ({ fault, line }: DraftProbe): string => `${fault.requirement} ${line}`;
const groups = Map.groupBy(chosen, groupOf);

announce(
  [...groups.values()]
    .flat()
    .flatMap((probe) => Array.from({ length: draws }, (_, at) => announcedDraft(probe, at + 1))),
);
const ordered = byUrgency(
  groups.values(),
  (probes) =>
    probes[0] && {
      requirement: probes[0].fault.requirement,
      line: probes[0].line,
      probes: probes.map(nameOf),
    },
  run.plan.lastFailures,
);

/** A fail that was not seen again says nothing either. */
const withoutHoles = (requirement: string, findings: readonly Finding[]): readonly Finding[] => {
  const isMine = (each: Finding): boolean => each.requirement === requirement;
  const fails = findings.filter((each) => isMine(each) && each.verdict === 'fail').length;
  return findings.filter(
    (each) => !isMine(each) || each.verdict === 'pass' || (each.verdict === 'fail' && fails > 1),
  );
};

/** The status of a refused flag is judged by the probes of the flag (E1). */
const ofFlagStatus = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ requirement }) => requirement === FLAG_STATUS);

for (const probes of ordered) {
  const [first] = probes;
  if (!first) continue;
  const { requirement } = first.fault;
  const meta = { epic: LINE_TITLES[first.line], feature: 'Fields', requirement: [requirement] };
  test.concurrent(
    `${requirement} ${LINE_TITLES[first.line]}: ${requirementOf(requirement).statement}`,
    { meta },
    async (context) =>
      conductTest(context, async () => {
        const own = [];
        for (const border of borders) {
          if (path !== undefined || groupOf(border) !== groupOf(first) || !isBorderOpen()) continue;
          const settled = withoutHoles(requirement, await judgeDraftFault(border, 1));
          run.write(settled);
          own.push(...endedBy(requirement, nameOf(border), settled));
        }
        for (const probe of probes) {
          for (let draw = 1; draw <= draws; draw += 1) {
            const findings = await (path === undefined
              ? judgeDraftFault(probe, draw)
              : replayDraft(probe, path));
            run.write(findings);
            own.push(...endedBy(requirement, nameOf(probe), findings), ...ofFlagStatus(findings));
          }
        }
        conclude(context, own);
      }),
  );
}

if (path !== undefined && chosen.length === 0 && isDraftPath(path)) {
  reportLeadsNowhere(path);
}
if (groups.size === 0) reportNothingSelected();

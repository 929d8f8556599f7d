import { FAULTS } from '../../reference/faults.ts';
import { NOT_FAULTED } from '../../reference/faults/not-faulted.ts';
import { type Area, AREA_TITLES, areaOf } from '../../spec/area.ts';
import { CATALOGUE, type RequirementId } from '../../spec/catalogue.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { whatIsSent } from '../../suites/what-is-sent.ts';
import { type GeneratedPage, inMarkdown } from './generated-page.ts';

const faultsOf = (id: RequirementId): string => {
  const faults = FAULTS.filter(({ breaks }) => breaks.requirement === id).map(
    (fault) => `\`${fault.id}\``,
  );
  const reasons = NOT_FAULTED.filter(({ ids }) => ids.test(id)).map(({ because }) =>
    inMarkdown(because),
  );
  const all = faults.length === 0 ? reasons.map((each) => `none: ${each}`) : faults;
  return all.length === 0 ? 'none' : all.join(', ');
};

const sectionOf = (id: RequirementId, requirement: Requirement): string => {
  const { statement, level, source, rules, operations, notObservable } = requirement;
  const sent = notObservable ?? whatIsSent(id) ?? 'nothing';
  return [
    `## ${inMarkdown(id)}`,
    inMarkdown(statement),
    [
      `- ${level}: ${inMarkdown(source)}`,
      ...(rules.length === 0
        ? []
        : [
            `- rules: ${rules.map((rule) => `[${rule}](rules.md#${rule.toLowerCase()})`).join(', ')}`,
          ]),
      `- ${notObservable === undefined ? 'probes' : 'not observable'}: ${inMarkdown(sent)}`,
      `- operations: ${operations.map((each) => `\`${each}\``).join(', ')}`,
      ...(notObservable === undefined ? [`- faults: ${faultsOf(id)}`] : []),
    ].join('\n'),
  ].join('\n\n');
};

/** All requirements with source, rules, probes, operations and faults: a page an area, and one that leads to them. */
export const requirementPages = (): readonly GeneratedPage[] => {
  const byArea = Map.groupBy(CATALOGUE, ([id]) => areaOf(id));
  const pages = [...byArea].map(([area, requirements]) => ({
    path: `reference/requirements-${area}.md`,
    text: [
      `# ${AREA_TITLES[area]}`,
      ...requirements.map(([id, requirement]) => sectionOf(id, requirement)),
    ].join('\n\n'),
  }));
  const row = ([area, requirements]: [Area, readonly unknown[]]): string =>
    `| [${AREA_TITLES[area]}](requirements-${area}.md) | ${requirements.length} |`;
  const list = ['| area | requirements |', '| --- | --: |', ...[...byArea].map(row)].join('\n');
  const about =
    'Each is one sentence of the specification. `assay explain ID` prints the same, and the files that hold it.';
  const text = ['# Requirements', about, list].join('\n\n');
  return [{ path: 'reference/requirements.md', text }, ...pages];
};

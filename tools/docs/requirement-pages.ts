import { explanationOf, filesOf } from '../../cli/commands/explanation.ts';
import { type Area, AREA_TITLES } from '../../spec/area.ts';
import { areaOf, CATALOGUE, type RequirementId } from '../../spec/catalogue.ts';
import { JUDGEMENT_RULES } from '../../spec/judgement.ts';
import { LINE_TITLES, LINES } from '../../spec/line.ts';
import { operation, type OperationId } from '../../spec/operations.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { requirementPath } from '../../store/version.ts';
import { headingId } from './markdown.ts';
import { type GeneratedPage, escapeMarkdown } from './reference-pages.ts';

/** Path of the index of all requirements. */
export const INDEX = 'reference/requirements.md';

/** Link to a requirement from another page of the reference. */
export const requirementLink = (id: RequirementId): string =>
  `[${escapeMarkdown(id)}](${requirementPath(id).replace(/^reference\//, '')}.md)`;

const SEVERAL = 'Several lines';

/** Title of the only line of a requirement, or of those with several. */
const lineTitle = ({ operations }: Requirement): string => {
  const lines = LINES.filter((line) => operations.some((on) => operation(on).line === line));
  const [only] = lines;
  return only && lines.length === 1 ? LINE_TITLES[only] : SEVERAL;
};

const callRow = (on: OperationId): string => {
  const { line, method, path } = operation(on);
  return `| [${on}](../service-${line}.md#${headingId(on)}) | \`${method} ${path}\` |`;
};

const requirementPage = (id: RequirementId, requirement: Requirement): GeneratedPage => {
  const { statement, level, source, rules, operations } = requirement;
  const { proof, examples, sent, faults } = explanationOf(id);
  const files = Object.entries(filesOf(id)).filter(([, paths]) => paths.length > 0);
  const line = lineTitle(requirement);
  const parts = [
    `[Requirements](../requirements.md) › [${line}](../requirements.md#${headingId(line)}) › ${AREA_TITLES[areaOf(id)]}`,
    `# ${escapeMarkdown(id)}`,
    `**${escapeMarkdown(statement)}**`,
    `- level: ${level}\n- source: ${escapeMarkdown(source)}`,
    '## Judgement',
    proof,
    ...rules.map(
      (rule) =>
        `[${rule}](../rules.md#${headingId(rule)}): ${escapeMarkdown(JUDGEMENT_RULES[rule])}`,
    ),
    ...(examples.length === 0
      ? []
      : [
          [
            '| if the service answers like this | verdict |',
            '| --- | --- |',
            ...examples.map(({ what, verdict }) => `| ${escapeMarkdown(what)} | ${verdict} |`),
          ].join('\n'),
        ]),
    '## Probes',
    escapeMarkdown(sent),
    '## Operations',
    ['| operation | call |', '| --- | --- |', ...operations.map(callRow)].join('\n'),
    '## Faults',
    faults
      .map((fault) => `- ${fault.id ? `\`${fault.id}\`: ` : ''}${escapeMarkdown(fault.text)}`)
      .join('\n'),
    '## Files',
    files
      .map(([part, paths]) => `- ${part}: ${paths.map((path) => `\`${path}\``).join(', ')}`)
      .join('\n'),
  ];
  return { path: `${requirementPath(id)}.md`, text: parts.join('\n\n') };
};

type Entry = readonly [RequirementId, Requirement];

const areaList = (area: Area, all: readonly Entry[]): readonly string[] => {
  const requirements = all.filter(([id]) => areaOf(id) === area);
  if (requirements.length === 0) return [];
  return [
    `<details>\n<summary>${AREA_TITLES[area]} (${requirements.length})</summary>`,
    requirements
      .map(([id, { statement }]) => `- ${requirementLink(id)}: ${escapeMarkdown(statement)}`)
      .join('\n'),
    '</details>',
  ];
};

const AREAS = Object.keys(AREA_TITLES) as Area[];

/** A page of each requirement, with its source, rules, probes, operations, faults and files; and an index by line and area. */
export const requirementPages = (): readonly GeneratedPage[] => {
  const byLine = Map.groupBy(CATALOGUE, ([, requirement]) => lineTitle(requirement));
  const sections = [SEVERAL, ...Object.values(LINE_TITLES)].map((line) => {
    const entries = byLine.get(line) ?? [];
    return [`## ${line}`, ...AREAS.flatMap((area) => areaList(area, entries))].join('\n\n');
  });
  const about = `Each of the ${CATALOGUE.size} requirements is one sentence of the specification, with a page of its own. Type an id or words of its sentence into the search box, or open an area. \`assay explain ID\` prints the same.`;
  return [
    {
      path: 'reference/requirements.md',
      text: ['# Requirements', about, ...sections].join('\n\n'),
    },
    ...[...CATALOGUE].map(([id, requirement]) => requirementPage(id, requirement)),
  ];
};

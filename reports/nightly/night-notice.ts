import { join } from 'node:path';
import { markdownTable, markdownText } from '../markdown.ts';
import { writeWhole } from '../../store/whole-file.ts';
import { MEASURE_NAMES, measureText, smallestText, suspicionTexts } from './night-text.ts';
import type { NightResult, SeriesResult } from '../../store/nights/night-result.ts';

const row = ({ series, verdict, judged, nights, wanted }: SeriesResult): readonly string[] => [
  markdownText(series),
  verdict === 'LEARNING' ? `LEARNING (${nights} of ${wanted} nights)` : verdict,
  judged
    .map(({ measure, value }) => `${MEASURE_NAMES[measure]} ${measureText(measure, value)}`)
    .join(', '),
  smallestText(judged),
];

/** A night for a chat or a mail, as Markdown; texts of the service are only ever texts. */
const nightNotice = (result: NightResult): string => {
  const { verdict, meaning, target, series, reasons, notes, lasting, at } = result;
  const build = target.build === null ? '' : `, build ${markdownText(target.build)}`;
  const said = [
    ...series.flatMap((each) => suspicionTexts(each)),
    ...reasons,
    ...lasting,
    ...notes,
  ];
  return (
    [
      `## ${markdownText(target.name)}: ${verdict}`,
      `${meaning[0]?.toUpperCase()}${meaning.slice(1)}. Night of ${at.slice(0, 16).replace('T', ' ')} UTC, profile ${markdownText(result.profile)}${build}.`,
      ...(said.length === 0 ? [] : [said.map((each) => `- ${markdownText(each)}`).join('\n')]),
      ...(series.length === 0
        ? []
        : [markdownTable(['Series', 'Verdict', 'Tonight', 'Sensitivity'], series.map(row))]),
    ].join('\n\n') + '\n'
  );
};

/** Writes nightly.json and nightly.md into a folder that is there, for a step that sends them on. */
export const writeNightNotice = (folder: string, result: NightResult): void => {
  writeWhole(join(folder, 'nightly.json'), `${JSON.stringify(result, null, 2)}\n`);
  writeWhole(join(folder, 'nightly.md'), nightNotice(result));
};

import type { AgainstRecord } from '../../store/load/against-record.ts';
import { aboutAgainst, AGAINST_COLUMNS, buildName } from './against-table.ts';
import type { LoadRecord } from '../../store/load/load-record.ts';
import { escaped, section, table } from './load-sections.ts';

const CLASSES: Readonly<Record<AgainstRecord['ratios'][number]['verdict'], string>> = {
  slower: 'bad',
  faster: 'good',
  none: '',
  undecided: 'warn',
};

/** The section of the page about the second build of a run with `--against`; empty for any other run. */
export const againstSection = ({ target, against }: LoadRecord): string => {
  if (against === undefined) return '';
  const { candidate, baseline } = against.verdict;
  const about = [
    `baseline: ${buildName(target)}, by itself ${baseline}`,
    `candidate: ${buildName(against.target)}, by itself ${candidate}`,
    aboutAgainst(against),
  ];
  const page = `<p class="small"><a href="${escaped(against.folder)}/load.html">The candidate by itself</a>; all that follows is about the baseline.</p>`;
  const rows = against.ratios.map((ratio) =>
    AGAINST_COLUMNS.map(
      ([, text]) => `<span class="${CLASSES[ratio.verdict]}">${escaped(text(ratio))}</span>`,
    ),
  );
  const titles = AGAINST_COLUMNS.map(([title]) => title);
  return section(
    'Against',
    about.map((each) => `<p class="muted small">${escaped(each)}</p>`).join('') +
      page +
      (rows.length === 0
        ? '<p>Nothing can be said of their ratio.</p>'
        : table(titles, rows, true)),
  );
};

import { describe, expect, test } from 'vitest';
import { requirementOf } from '../spec/catalogue.ts';
import { renderCodeQuality } from './code-quality.ts';
import { listFailures, renderFailureList, renderFirstCauses } from './console/failure-list.ts';
import { renderCellStory, verdictLine } from './console/cell-story.ts';
import { renderFailure } from './console/failure.ts';
import { diffDocument } from './diff/diff-document.ts';
import { diffRuns } from '../store/diff/run-diff.ts';
import { githubAnnotations } from './github-annotations.ts';
import { renderJunit } from './junit.ts';
import { conformancePage } from './page/conformance-page.ts';
import type { PageSource } from './page/page-head.ts';
import { stepSummary } from './step-summary.ts';
import { failureStory } from './story/failure-story.ts';
import { objectHistories } from './story/object-history.ts';
import { HOSTILE, LONG, samplePage } from './testing/sample-page.ts';
import { drawn } from '../tools/testing/drawn.ts';

const consoleEnd = ({
  verdicts,
  findings,
  exchanges,
  curl,
  replay,
  causes,
}: PageSource): string => {
  const failures = renderFailureList(listFailures(verdicts), (verdict) =>
    renderFailure({
      verdict,
      requirement: requirementOf(verdict.requirement),
      findings,
      exchanges,
      curl: curl(verdict),
      replay: replay(verdict),
    }),
  );
  return `${failures}\n${renderFirstCauses(causes)}`;
};

const diffOf = ({ verdicts }: PageSource): string => {
  const before = verdicts.map((each) => ({ ...each, verdict: 'pass' as const }));
  const run = { points: [], exchanges: [] };
  const named = { name: 'a run', summary: 'conformant' };
  return diffDocument(diffRuns({ ...run, verdicts: before }, { ...run, verdicts }), named, named);
};

/** Output of `assay show` for every cell. */
const shownCells = ({ verdicts, findings, exchanges }: PageSource): string => {
  const byNumber = new Map(exchanges.map((each) => [each.n, each]));
  const historiesOf = objectHistories(exchanges);
  return verdicts
    .flatMap((cell) => [
      verdictLine(cell),
      renderCellStory(cell, failureStory(cell, findings, byNumber, historiesOf), { bodies: true }),
    ])
    .join('\n');
};

const annotations = ({ verdicts, replay, causes }: PageSource): string =>
  githubAnnotations(verdicts, replay, causes).join('\n');

/** All writers of texts from a service. Markdown is separate: names and addresses would become links there. */
const WRITERS: Readonly<Record<string, (source: PageSource) => string>> = {
  console: consoleEnd,
  JUnit: (source) => renderJunit(source),
  'code quality': (source) => renderCodeQuality({ ...source, target: 'staging', path: 'a.yaml' }),
  annotations,
  page: conformancePage,
  'step summary': stepSummary,
  diff: diffOf,
  show: shownCells,
};
const MARKDOWN = ['step summary', 'diff'];

/** Invisible control characters and lone surrogates. */
const INVISIBLE = /(?![\n\t])\p{Cc}|[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069]|\p{Cs}/u;

describe.each(drawn(Object.entries(WRITERS), 3))('%s', (name, write) => {
  test.each(Object.entries(HOSTILE))('%s reaches it as visible text', (_, text) => {
    const written = write(samplePage(text));

    expect(written).toContain('303 without Location');
    expect(written).not.toMatch(INVISIBLE);
  });

  test('truncates ten megabytes in a line', () => {
    expect(write(samplePage(LONG)).length).toBeLessThan(300_000);
  });
});

/** Markdown text outside code. */
const outsideCode = (markdown: string): string =>
  markdown.replaceAll(/^(`{3,})sh\n[^]*?\n\1$/gm, '').replaceAll(/`[^`]+`/g, '');

test.each(MARKDOWN)('%s: creates no address, name or markup from a text of the service', (name) => {
  for (const text of Object.values(HOSTILE)) {
    const written = outsideCode(WRITERS[name]?.(samplePage(text)) ?? '').replaceAll('&#96;', '');
    expect(written).not.toMatch(/<|:\/\/|www\.|@|#\d|[^\\]\]\(/);
  }
});

test('all lines of annotations are our own, whatever a service sends', () => {
  for (const text of Object.values(HOSTILE))
    for (const line of annotations(samplePage(text)).split('\n'))
      expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
});

test('JUnit contains no foreign markup', () => {
  const tags = (xml: string): readonly string[] => xml.match(/<\/?\w+/g) ?? [];
  for (const text of Object.values(HOSTILE)) {
    const xml = renderJunit(samplePage(text));
    expect(tags(xml)).toEqual(tags(renderJunit(samplePage())));
    expect(xml).not.toContain(']]>');
  }
});

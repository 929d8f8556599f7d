import { MARKS, VERDICT_WORDS } from '../console/paint.ts';
import { markdownText, tableSection } from '../markdown.ts';
import type { ChangedCell, RunDiff } from '../../store/diff/run-diff.ts';
import { counted } from '../../spec/message-text.ts';

/** A run with its name and summary. */
export interface NamedRun {
  readonly name: string;
  /** Last line of its console output. */
  readonly summary: string;
}

/** Counts, such as `1 broken, 2 fixed, 3 still failing, …`. */
export const diffSummary = (diff: RunDiff): string => {
  const { broken, fixed, opened, settled, stillFailing, decisions, slower } = diff;
  const parts = [
    `${broken.length} broken`,
    `${fixed.length} fixed`,
    stillFailing > 0 && `${stillFailing} still failing`,
    opened.length > 0 && `${opened.length} no longer judged`,
    settled.length > 0 && `${settled.length} judged now`,
    decisions.length > 0 && counted(decisions.length, 'decision changed', 'decisions changed'),
    slower.length > 0 && counted(slower.length, 'operation slower', 'operations slower'),
  ];
  return parts.filter((part) => part !== false).join(', ');
};

const cells = (title: string, changed: readonly ChangedCell[]): readonly string[] =>
  tableSection(
    title,
    ['cell', 'before', 'now', 'expected', 'got'],
    changed.map(({ cell, before, after, wanted, got }) => [
      markdownText(cell),
      `${MARKS[before].sign} ${VERDICT_WORDS[before]}`,
      `${MARKS[after].sign} ${VERDICT_WORDS[after]}`,
      markdownText(wanted),
      markdownText(got),
    ]),
  );

const onlyIn = ({ onlyBefore, onlyAfter }: RunDiff): readonly string[] =>
  onlyBefore + onlyAfter === 0
    ? []
    : [
        `Not compared: ${counted(onlyBefore, 'cell')} only in the first run, ${counted(onlyAfter, 'cell')} only in the second.`,
      ];

const decisions = ({ decisions: changed }: RunDiff): readonly string[] =>
  tableSection(
    'Open points that the service decides differently',
    ['question', 'operation', 'before', 'now', 'rule'],
    changed.map(({ question, operation, before, after, rule }) => [
      markdownText(question),
      operation,
      markdownText(before),
      markdownText(after),
      rule,
    ]),
  );

const slower = ({ slower: operations }: RunDiff): readonly string[] =>
  tableSection(
    'Slower operations',
    ['operation', 'median before', 'median now'],
    operations.map(({ operation, before, after }) => [
      operation,
      `${Math.round(before)} ms`,
      `${Math.round(after)} ms`,
    ]),
  );

/** Comparison of two runs in Markdown, which reads well on a console, too. */
export const diffDocument = (diff: RunDiff, before: NamedRun, after: NamedRun): string =>
  [
    `## ${diffSummary(diff)}`,
    `- before: ${markdownText(before.name)}, ${markdownText(before.summary)}\n- now: ${markdownText(after.name)}, ${markdownText(after.summary)}`,
    ...cells('Broken', diff.broken),
    ...cells('Fixed', diff.fixed),
    ...cells('No longer judged', diff.opened),
    ...cells('Judged now', diff.settled),
    ...decisions(diff),
    ...slower(diff),
    ...onlyIn(diff),
  ].join('\n\n');

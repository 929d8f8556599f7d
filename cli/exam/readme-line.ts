import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../project.ts';
import type { Marks } from './marks.ts';
import { sumUp } from './print-exam.ts';

const BEGIN = '<!-- exam:begin, written by assay exam --write-baseline -->';
const END = '<!-- exam:end -->';

/** The line of the README that says how the last whole exam went, between its two marks. */
export const readmeLine = (marks: Marks, seed: number, day: string): string =>
  `> **Exam of ${day}**, seed ${seed}: ${sumUp(marks)}.`;

/** Puts the line into the README. Throws where its marks are not there. */
export const writeReadmeLine = (line: string, file: string = join(PROJECT, 'README.md')): void => {
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) {
    throw new Error(
      `${file} has no lines "${BEGIN}" and "${END}" for the exam’s result; put them back`,
    );
  }
  const before = text.slice(0, begin + BEGIN.length);
  writeFileSync(file, `${before}\n\n${line}\n\n${text.slice(end)}`);
};

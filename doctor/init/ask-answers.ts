import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from 'commander';
import { type Given, type Question, QUESTIONS } from './questions.ts';

/** Fills missing answers with their defaults; the others stay missing. */
export const withDefaults = (given: Given): Given => {
  let all: Given = given;
  for (const { key, fallback, parse } of QUESTIONS) {
    const text = all[key] === undefined ? fallback(all) : undefined;
    if (text !== undefined) all = { ...all, [key]: parse(text) };
  }
  return all;
};

/** Where questions are put, and what ends them. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly signal: AbortSignal;
}

/** Asks what was not given, each question until its answer is one. Undefined where the asking was ended (Ctrl-C, Ctrl-D). */
export const askAnswers = async (given: Given, terminal: Terminal): Promise<Given | undefined> => {
  const { input, output } = terminal;
  const ended = new AbortController();
  const signal = AbortSignal.any([terminal.signal, ended.signal]);
  const lines = createInterface({ input, output });
  lines.on('SIGINT', () => ended.abort());
  lines.on('close', () => ended.abort());
  const ask = async ({ text, parse }: Question, fallback: string | undefined) => {
    for (;;) {
      const shown = fallback === undefined ? '' : ` [${fallback}]`;
      const answer = (await lines.question(`${text}${shown}: `, { signal })).trim();
      try {
        return parse(answer === '' ? (fallback ?? '') : answer);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        output.write(`  ${error.message}\n`);
      }
    }
  };
  let all: Given = given;
  try {
    for (const question of QUESTIONS) {
      const { key, fallback, isAsked = () => true } = question;
      if (all[key] !== undefined || !isAsked(all)) continue;
      all = { ...all, [key]: await ask(question, fallback(all)) };
    }
    return all;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    lines.close();
  }
};

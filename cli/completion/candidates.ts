import type { Command } from 'commander';
import { ARGUMENT_VALUES, type Candidate, OPTION_VALUES, type Values } from './values.ts';

/** Separators at which bash splits words: `--line=gap` arrives as three words, `chance:4` too. */
const WORD_BREAK = /^[=:]+$/;

/** Rejoins the words that bash has split, and the part of the last one that candidates must leave out. */
export const joinBashWords = (
  words: readonly string[],
): { readonly words: readonly string[]; readonly left: string } => {
  const joined: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isBreak = WORD_BREAK.test(word);
    if ((isBreak || isOpen) && joined.length > 0) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
    isOpen = isBreak;
  }
  const last = words.at(-1) ?? '';
  const own = WORD_BREAK.test(last) ? '' : last;
  const whole = joined.at(-1) ?? '';
  return { words: joined, left: whole.slice(0, whole.length - own.length) };
};

/** Candidates for the word at the cursor: paths, which the shell completes itself, or words. */
export type Completion = 'files' | 'folders' | readonly Candidate[];

const startingWith = (candidates: readonly Candidate[], start: string): readonly Candidate[] =>
  candidates.filter(({ value }) => value.startsWith(start));

/** Values with the prefix `current`, each preceded by `before`, the start of the same word. */
const valuesOf = async (values: Values | undefined, current: string, before = '') => {
  if (values === undefined) return [];
  if (typeof values === 'string') return values;
  const last = values.isList ? current.lastIndexOf(',') + 1 : 0;
  const done = current.slice(0, last);
  const names = done.split(',');
  return startingWith(await values.words(), current.slice(last))
    .filter(({ value }) => !names.includes(value))
    .map((each) => ({ ...each, value: before + done + each.value }));
};

const optionsOf = (command: Command): readonly Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ value: long, what: description }] : []));

const commandsOf = (program: Command): readonly Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((command) => ({ value: command.name(), what: command.description() }));

/** True if a word is an option that takes the next word as its value. */
const takesValue = (command: Command, word: string | undefined): boolean =>
  command.options.some((option) => option.long === word && option.required);

/** Candidates for the last word; the words are those after `assay`, as a program would receive them. */
export const completeWord = async (
  program: Command,
  words: readonly string[],
): Promise<Completion> => {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const name = before.find((word) => !word.startsWith('-'));
  if (name === undefined || name === 'help')
    return startingWith(
      current.startsWith('-') ? optionsOf(program) : commandsOf(program),
      current,
    );
  const command = program.commands.find((each) => each.name() === name);
  if (command === undefined) return [];
  const previous = before.at(-1);
  if (!before.includes('--')) {
    if (previous !== undefined && takesValue(command, previous))
      return valuesOf(OPTION_VALUES[previous], current);
    const [, option, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
    if (option !== undefined && value !== undefined)
      return takesValue(command, option)
        ? valuesOf(OPTION_VALUES[option], value, `${option}=`)
        : [];
    if (current.startsWith('-') || (current === '' && !(name in ARGUMENT_VALUES)))
      return startingWith(optionsOf(command), current);
  }
  return valuesOf(ARGUMENT_VALUES[name], current);
};

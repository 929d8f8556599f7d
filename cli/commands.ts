import type { Command } from 'commander';
import { type CommandContext, COMPLETE } from './command-context.ts';

/** Creates a command. Commander keeps state between parses, so every call gets its own. */
type MakeCommand = (context: CommandContext) => Command;

/** All commands by name, in the order of `assay --help`. Loaded on demand, since loading them all takes a while. */
export const COMMANDS: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  token: async () => (await import('./commands/token.ts')).tokenCommand,
  gate: async () => (await import('./commands/judge.ts')).gateCommand,
  certify: async () => (await import('./commands/judge.ts')).certifyCommand,
  watch: async () => (await import('./commands/watch.ts')).watchCommand,
  waive: async () => (await import('./commands/waive.ts')).waiveCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  rejudge: async () => (await import('./commands/rejudge.ts')).rejudgeCommand,
  changes: async () => (await import('./commands/changes.ts')).changesCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openApiCommand,
  keygen: async () => (await import('./commands/keygen.ts')).keygenCommand,
  challenge: async () => (await import('./commands/challenge.ts')).challengeCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  load: async () => (await import('./commands/load.ts')).loadCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  nightly: async () => (await import('./commands/nightly.ts')).nightlyCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  history: async () => (await import('./commands/history.ts')).historyCommand,
  k6: async () => (await import('./commands/k6.ts')).k6Command,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  exam: async () => (await import('./commands/exam.ts')).examCommand,
  completion: async () => (await import('./completion/completion-command.ts')).completionCommand,
  [COMPLETE]: async () => (await import('./completion/completion-command.ts')).completeCommand,
};

const isCommand = (name: string): boolean => Object.hasOwn(COMMANDS, name);

/** Command to complete in `assay complete SHELL -- …`, if the words go beyond its name. */
const completedCommand = ([, , name = '', ...more]: readonly string[]): string =>
  more.length > 0 && isCommand(name) ? name : '';

/** Commands that a command line needs: the one that it names, or all for help and for an unknown name. */
export const neededCommands = ([first = '', ...rest]: readonly string[]): readonly string[] => {
  const all = Object.keys(COMMANDS);
  if (first !== COMPLETE) return isCommand(first) ? [first] : all;
  const name = completedCommand(rest);
  return name === '' ? all : [name, COMPLETE];
};

/** Commands that judge a service. */
const JUDGING_COMMANDS: readonly string[] = ['gate', 'certify'];
/** Options with which these commands judge nothing. */
const NOT_JUDGING: readonly string[] = ['-h', '--help', '--list'];

/** True if a command line runs suites, provided that it is valid. */
export const runsSuites = ([first = '', ...rest]: readonly string[]): boolean =>
  JUDGING_COMMANDS.includes(first) && !rest.some((each) => NOT_JUDGING.includes(each));

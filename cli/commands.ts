import type { Command } from 'commander';
import { type CommandContext, COMPLETE } from './command-context.ts';

/** Makes a command of the command line; commander keeps what it has parsed, so each call gets one of its own. */
type MakeCommand = (context: CommandContext) => Command;

/** Every command by its name, in the order of `assay --help`; loaded when it is asked for, since together they take a while. */
export const COMMANDS: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  init: async () => (await import('./commands/init.ts')).initCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  certify: async () => (await import('./commands/judge.ts')).certifyCommand,
  gate: async () => (await import('./commands/judge.ts')).gateCommand,
  replay: async () => (await import('./commands/replay.ts')).replayCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  rejudge: async () => (await import('./commands/rejudge.ts')).rejudgeCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  keygen: async () => (await import('./commands/keygen.ts')).keygenCommand,
  challenge: async () => (await import('./commands/challenge.ts')).challengeCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  waive: async () => (await import('./commands/waive.ts')).waiveCommand,
  openapi: async () => (await import('./commands/openapi.ts')).openApiCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  exam: async () => (await import('./commands/exam.ts')).examCommand,
  load: async () => (await import('./commands/load.ts')).loadCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  nightly: async () => (await import('./commands/nightly.ts')).nightlyCommand,
  compare: async () => (await import('./commands/compare.ts')).compareCommand,
  history: async () => (await import('./commands/history.ts')).historyCommand,
  k6: async () => (await import('./commands/k6.ts')).k6Command,
  completion: async () => (await import('./completion/completion-command.ts')).completionCommand,
  [COMPLETE]: async () => (await import('./completion/completion-command.ts')).completeCommand,
};

const isCommand = (name: string): boolean => Object.hasOwn(COMMANDS, name);

/** What stands behind `assay complete SHELL --`, where a shell asks about more than the first word. */
const completed = ([, , name = '', ...more]: readonly string[]): string =>
  more.length > 0 && isCommand(name) ? name : '';

/** The commands that a command line needs: the one that it is about; all for help, and for a name that is none. */
export const neededCommands = ([first = '', ...rest]: readonly string[]): readonly string[] => {
  const all = Object.keys(COMMANDS);
  if (first !== COMPLETE) return isCommand(first) ? [first] : all;
  const name = completed(rest);
  return name === '' ? all : [name, COMPLETE];
};

/** Commands that judge a service, whatever else they are asked for. */
const JUDGE: readonly string[] = ['gate', 'certify'];
/** With these they judge none. */
const WITHOUT: readonly string[] = ['--help', '--list'];

/** True of a command line that conducts suites, unless something is wrong with it. */
export const conductsSuites = ([first = '', ...rest]: readonly string[]): boolean =>
  JUDGE.includes(first) && !rest.some((each) => WITHOUT.includes(each));

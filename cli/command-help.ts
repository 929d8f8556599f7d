import type { Command } from 'commander';

/** Commands of `assay --help` by group, each with the examples that end its own help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'Describe your service': {
    init: ['assay init    asks a few questions, writes a target file'],
    doctor: ['assay doctor --target target.yaml --write    finds the missing keys and writes them'],
    token: [
      'assay token --target target.yaml    prints how to fill the variables of the curl lines',
    ],
  },
  'Judge it': {
    gate: [
      'assay gate --base-url https://staging.example --line travel,gap',
      'assay gate --target staging.yaml --junit junit.xml    for a pipeline',
    ],
    certify: [
      'assay certify    judges the reference service, all four lines',
      'assay certify --target staging.yaml    judges your service, as the file describes it',
    ],
    watch: [
      'assay watch --target target.yaml    judges again after each restart of your service',
      'assay watch --target target.yaml --ui    shows it in the browser',
    ],
    waive: [
      'assay waive GAP-CONTRACT-03 --reason PROJ-7 --owner me    accepts this failure for 30 days',
    ],
  },
  'Look at a run': {
    show: ['assay show AUTH-01@gap.draft-get    shows the calls that prove this verdict'],
    replay: ['assay replay GAP-CONTRACT-03    repeats one requirement of the newest run'],
    report: ['assay report    builds the reports of the newest run'],
    diff: ['assay diff 20261122-180426-gate-7    shows what changed since that run'],
    rejudge: ['assay rejudge    judges the newest run again, without its service'],
    changes: ['assay changes --run latest    shows what newer versions judge differently'],
  },
  'Look up what is judged': {
    list: ['assay list --line gap    lists the requirements of motor gap'],
    explain: ['assay explain GAP-CONTRACT-03    shows how it is judged and what is sent for it'],
    openapi: ['assay openapi --target staging.yaml    prints your service as OpenAPI 3.1'],
  },
  Certificates: {
    keygen: ['assay keygen    creates a key pair: one key signs, the other verifies'],
    challenge: ['assay challenge    prints a nonce, which proves that a run is fresh'],
    verify: [
      'assay verify certificate.json --key assay.pub --evidence latest    also judges its run again',
    ],
  },
  'Load and nights': {
    load: ['assay load --target staging.yaml --profile smoke    tries the load of a few seconds'],
    merge: ['assay merge results    judges what the k6 instances of a cluster have written there'],
    nightly: ['assay nightly --target staging.yaml    compares tonight with the nights before'],
    compare: ['assay compare previous latest    compares the last two nights'],
    history: ['assay history list    lists the nights'],
    k6: ['assay k6    finds or builds k6, and prints where it is'],
  },
  'Assay itself': {
    serve: ['assay serve --dialect api-key --write-target target.yaml'],
    exam: ['assay exam --quick    tries a part of all faults and correct services'],
    completion: ['assay completion bash    prints the completion script of your shell'],
  },
};

/** End of `assay --help`. */
export const ENDING = `
Begin with:
  assay certify                              judges the reference service, all four lines
  assay init                                 asks a few questions, writes a target file
  assay doctor --target target.yaml --write  finds the missing keys and writes them
  assay gate --target target.yaml            judges your service, as the file describes it

assay help COMMAND prints the options of a command, and an example.

Exit codes:
  0  conformant                 3  incomplete: something could not be judged
  1  the service is at fault    4  the harness is at fault
  2  usage or configuration     5  a waiver is stale or expired
A run that is stopped (Ctrl-C, SIGTERM) ends with 3, or with 1 if a fail was already proven.
`;

/** An example, with what it does on a line of its own. */
const example = (line: string): string => {
  const [call = '', ...what] = line.split('    ');
  return [`  ${call}`, ...what.map((text) => `      ${text}`)].join('\n');
};

/** Puts a command into its group, and examples at the end of its help; commands without a group stay as they are. */
export const withHelp = (command: Command): Command => {
  for (const [group, commands] of Object.entries(GROUPS)) {
    const examples = commands[command.name()];
    if (!examples) continue;
    const title = examples.length === 1 ? 'Example' : 'Examples';
    return command
      .helpGroup(`${group}:`)
      .addHelpText('after', `\n${title}:\n${examples.map(example).join('\n')}`);
  }
  return command;
};

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The attacker's resources: the folder of the run that they send, and a listening address. */
export interface UntrustedRun {
  readonly run: string;
  readonly trap: string;
}

const changeRecord = (
  { run }: UntrustedRun,
  change: (record: Record<string, unknown>) => object,
): void => {
  const file = join(run, 'run.json');
  const record = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...record, ...change(record) }));
};

const atTrap =
  ({ trap }: UntrustedRun) =>
  ({ target }: Record<string, unknown>): object => ({
    target: { ...(target as object), base_url: trap, gap_base_url: trap },
  });

/** File that exists once the attacker's program ran, or Assay wrote through a link. */
export const markerOf = ({ run }: Pick<UntrustedRun, 'run'>): string => join(run, '..', 'executed');

/** A target that is a program: loading it runs it. */
const program = (mail: UntrustedRun): string =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(markerOf(mail))}, '');\nexport default { base_url: ${JSON.stringify(mail.trap)} };\n`;

/** An attempt of a received run to make its recipient send or execute something. */
export interface Attack {
  readonly what: string;
  readonly lay: (mail: UntrustedRun) => void;
  /** `{run}` is the folder of the run. Default: a replay of it. */
  readonly args?: readonly string[];
  readonly inRun?: true;
  readonly environment?: Record<string, string>;
  readonly says: RegExp;
}

/** A gate of one requirement. */
export const GATE = ['gate', '--line', 'jobloss', '--requirement', 'VERSION-01', '--no-allure'];

/** A replay of the run. */
export const REPLAY = ['replay', 'VERSION-01', '--run', '{run}'];

/** All attacks; each must end with 2. */
export const ATTACKS: readonly Attack[] = [
  {
    what: 'an address in its run.json, for whoever has ASSAY_TOKEN',
    lay: (mail) => changeRecord(mail, (record) => ({ ...atTrap(mail)(record), targetFile: null })),
    says: /was of http:\/\/127\.0\.0\.1:\d+; name that service yourself, if it is yours: add --base-url URL/,
  },
  {
    what: 'a program that its run.json calls the target file',
    lay: (mail) => {
      writeFileSync(join(mail.run, 'target.ts'), program(mail));
      changeRecord(mail, (record) => ({
        ...atTrap(mail)(record),
        targetFile: join(mail.run, 'target.ts'),
      }));
    },
    says: /described by \S+target\.ts; name that service yourself/,
  },
  {
    what: 'a program beside it, in another folder',
    lay: (mail) => {
      writeFileSync(join(mail.run, '..', 'target.ts'), program(mail));
      changeRecord(mail, (record) => ({
        ...atTrap(mail)(record),
        targetFile: join(mail.run, '../target.ts'),
      }));
    },
    says: /described by \S+target\.ts; name that service yourself/,
  },
  {
    what: 'a target file within it, which its receiver names',
    lay: (mail) => writeFileSync(join(mail.run, 'target.ts'), program(mail)),
    args: [...REPLAY, '--target', '{run}/target.ts'],
    says: /expected {2}a target file of yours, outside the folder of any run/,
  },
  {
    what: 'the same, of a gate',
    lay: (mail) => writeFileSync(join(mail.run, 'target.ts'), program(mail)),
    args: [...GATE, '--target', '{run}/target.ts'],
    says: /expected {2}a target file of yours, outside the folder of any run/,
  },
  {
    what: 'another address than its receiver names by a flag',
    lay: (mail) => changeRecord(mail, atTrap(mail)),
    args: [...REPLAY, '--target', '{own}/t.json'],
    says: /of another service than the one you name.*\n {2}the run {2}base_url "http:\S+"\n {2}you {6}base_url "http:\S+"\n/,
  },
  {
    what: 'another address than its receiver names in the environment',
    lay: (mail) => changeRecord(mail, atTrap(mail)),
    environment: { ASSAY_BASE_URL: 'http://127.0.0.1:9' },
    says: /\n {2}the run {2}base_url "http:\S+"\n {2}you {6}base_url "http:\/\/127\.0\.0\.1:9"\n/,
  },
  {
    what: 'another address of motor gap alone',
    lay: (mail) =>
      changeRecord(mail, ({ target }) => ({
        target: { ...(target as object), gap_base_url: mail.trap },
      })),
    args: [...REPLAY, '--target', '{own}/t.json'],
    says: /\n {2}the run {2}gap_base_url "http:\S+"\n {2}you {6}gap_base_url "http:\S+"\n/,
  },
  {
    what: 'a .env that names an address, where the command is called within it',
    lay: (mail) => writeFileSync(join(mail.run, '.env'), `ASSAY_BASE_URL=${mail.trap}\n`),
    args: ['gate', '--line', 'jobloss'],
    inRun: true,
    says: /\.env is in the folder of a run .*; call Assay from another folder, or delete the file/,
  },
  {
    what: 'waivers, where the command is called within it',
    lay: (mail) => writeFileSync(join(mail.run, 'assay.waivers.yaml'), '[]\n'),
    args: GATE,
    inRun: true,
    says: /assay\.waivers\.yaml is in the folder of a run/,
  },
  {
    what: 'a page that is a link to a file of its receiver',
    lay: (mail) => {
      rmSync(join(mail.run, 'report.html'), { force: true });
      symlinkSync(markerOf(mail), join(mail.run, 'report.html'));
    },
    args: ['report', '{run}'],
    says: /report\.html is a symbolic link; the folder of a run must contain only regular files/,
  },
  {
    what: 'an attachment that is a link to a file of its receiver',
    lay: (mail) => {
      mkdirSync(join(mail.run, 'allure-results'), { recursive: true });
      symlinkSync('/etc/hostname', join(mail.run, 'allure-results', 'a-attachment.txt'));
    },
    args: ['report', '{run}'],
    says: /a-attachment\.txt is a symbolic link/,
  },
  ...['rejudge', 'diff'].map((command) => ({
    what: `a recording that is a link, for ${command}`,
    lay: (mail: UntrustedRun) => {
      rmSync(join(mail.run, 'exchanges.jsonl'));
      symlinkSync('/dev/zero', join(mail.run, 'exchanges.jsonl'));
    },
    args: [command, '{run}'],
    says: /exchanges\.jsonl is a symbolic link/,
  })),
  {
    what: 'more drafts than any run makes',
    lay: (mail) => changeRecord(mail, () => ({ runs: { jobloss: 1_000_000_000 } })),
    args: [...REPLAY, '--target', '{own}/t.json'],
    says: /states 1000000000 drafts per line/,
  },
  {
    what: 'codes of a terminal in an address',
    lay: (mail) =>
      changeRecord(mail, ({ target }) => ({
        target: { ...(target as object), base_url: 'http://a\u001b]0;owned\u0007.test' },
      })),
    says: /was of http:\/\/a\\u001b\]0;owned\\u0007\.test/,
  },
];

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningReference, startReference } from '../../reference/start.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import { openApiOfTarget } from '../../cli/openapi/openapi-text.ts';
import { dayOf } from '../../store/clock.ts';
import { readReport, type WitnessReport } from './violation.ts';
import type { Environment } from '../../client/target/env-file.ts';
import { type Installation, installOnce } from './install-once.ts';

/** Version for which the explanations are written. */
export const SCHEMATHESIS = '4.32.5';

const PIP_INSTALL = ['-m', 'pip', 'install', '--quiet'];

const INSTALLATION: Installation = {
  name: `schemathesis-${SCHEMATHESIS}`,
  hint: `npm run witness needs Python 3.10 or newer with venv and pip, and PyPI once, for schemathesis ${SCHEMATHESIS}`,
  steps: (folder) => [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin', 'python'), ...PIP_INSTALL, `schemathesis==${SCHEMATHESIS}`],
  ],
};

/**
 * Path of the program `st` of Schemathesis, installed into the cache with Python and pip if missing. Throws
 * UsageError with a remedy.
 */
export const findSchemathesis = async (environment: Environment): Promise<string> =>
  join(await installOnce(INSTALLATION, environment), 'bin', 'st');

/** Operations at one address of a service. */
export interface Part {
  /** Regular expression on their paths. */
  readonly paths: string;
  readonly at: 'base' | 'gap';
}

/** Amount of requests. */
export interface Effort {
  /** Generated cases per operation. */
  readonly examples: number;
  /** Schemathesis' own names: examples, coverage, fuzzing, stateful. */
  readonly phases: readonly string[];
  /** Timeout in seconds. */
  readonly seconds: number;
  /** Operations to test. Default: all. */
  readonly parts?: readonly Part[];
  /** Additional flags of Schemathesis. */
  readonly flags?: readonly string[];
}

const ALL: readonly Part[] = [
  { paths: '^/[^/]+/(lifestyle|home)/', at: 'base' },
  { paths: '^/[^/]+/motor/', at: 'gap' },
];

const FIXED = ['--generation-deterministic', '--no-color'];

interface Asked {
  readonly program: string;
  readonly document: string;
  readonly address: string;
  readonly paths: string;
  readonly token: string;
  readonly folder: string;
}

/** Schemathesis keeps a database of failures in its folder; a fresh folder makes runs reproducible. */
const ask = async (asked: Asked, effort: Effort): Promise<WitnessReport> => {
  const { program, document, address, paths, token, folder } = asked;
  const report = join(folder, `${encodeURIComponent(paths)}.ndjson`);
  const options = {
    '--url': address,
    '--include-path-regex': paths,
    '--header': `Authorization: Bearer ${token}`,
    '--phases': effort.phases.join(','),
    '--max-examples': String(effort.examples),
    '--report': 'ndjson',
    '--report-ndjson-path': report,
  };
  const flags = Object.entries(options).flat();
  const output: string[] = [];
  const end = await runLimited({
    program,
    args: ['run', document, ...flags, ...FIXED, ...(effort.flags ?? [])],
    seconds: effort.seconds,
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    cwd: folder,
    onOutput: (line) => output.push(line),
    onError: (line) => output.push(line),
  });
  // 1 means findings; the report has them.
  if (end.overdue) throw new Error(`Schemathesis took longer than ${effort.seconds} s`);
  if (end.code !== 0 && end.code !== 1)
    throw new Error(`Schemathesis ended with ${end.code}:\n${output.slice(-10).join('\n')}`);
  return readReport(readFileSync(report, 'utf8'));
};

/**
 * Runs Schemathesis against a service with our document of it; returns the operations that it tested, and the
 * violations.
 */
export const runSchemathesisOn = async (
  program: string,
  { target, environment, base_url, gap_base_url }: RunningReference,
  effort: Effort,
): Promise<WitnessReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-witness-'));
  try {
    const document = join(folder, 'openapi.json');
    writeFileSync(
      document,
      await openApiOfTarget({ document: target, environment }, dayOf(new Date())),
    );
    const common = { program, document, token: environment['ASSAY_TOKEN'] ?? '', folder };
    const reports: WitnessReport[] = [];
    for (const { paths, at } of effort.parts ?? ALL) {
      const address = at === 'gap' ? gap_base_url : base_url;
      reports.push(await ask({ ...common, address, paths }, effort));
    }
    return {
      violations: reports.flatMap(({ violations }) => violations),
      tried: new Set(reports.flatMap(({ tried }) => [...tried])),
      requests: reports.reduce((sum, { requests }) => sum + requests, 0),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The same for a correct reference service in a dialect. */
export const runSchemathesis = async (
  program: string,
  dialect: string,
  effort: Effort,
): Promise<WitnessReport> => {
  const running = await startReference({ dialect });
  try {
    return await runSchemathesisOn(program, running, effort);
  } finally {
    await running.close();
  }
};

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReference } from '../../reference/start.ts';
import { runLimited } from '../../load/k6/run-limited.ts';
import { openApiOfTarget } from '../openapi-text.ts';
import { dayOf } from '../clock.ts';
import { readReport, type WitnessReport } from './violation.ts';

/** How much is sent. */
export interface Effort {
  /** Cases that are drawn for an operation. */
  readonly examples: number;
  /** Schemathesis' own names: examples, coverage, fuzzing, stateful. */
  readonly phases: readonly string[];
  /** Seconds after which it is killed. */
  readonly seconds: number;
  /** The operations, as an expression on their paths. Left out: all of the address. */
  readonly paths?: string;
}

const BASE = '^/[^/]+/(lifestyle|home)/';
const GAP = '^/[^/]+/motor/';

interface Asked {
  readonly program: string;
  readonly document: string;
  readonly address: string;
  readonly paths: string;
  readonly token: string;
  readonly folder: string;
}

/** Schemathesis keeps a data base of failures in its folder; a fresh one makes runs alike. */
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
  const said: string[] = [];
  const end = await runLimited({
    program,
    args: ['run', document, ...flags, '--generation-deterministic', '--no-color'],
    seconds: effort.seconds,
    environment: { PATH: '/usr/bin:/bin', HOME: folder },
    cwd: folder,
    onOutput: (line) => said.push(line),
    onError: (line) => said.push(line),
  });
  // 1 means that something was found; what it was stands in the report.
  if (end.overdue) throw new Error(`Schemathesis took longer than ${effort.seconds} s`);
  if (end.code !== 0 && end.code !== 1)
    throw new Error(`Schemathesis ended with ${end.code}:\n${said.slice(-10).join('\n')}`);
  return readReport(readFileSync(report, 'utf8'));
};

/** Lets Schemathesis try a correct reference service with our document of it; what it tried, and what it reports as violations. */
export const askSchemathesis = async (
  program: string,
  dialect: string,
  effort: Effort,
): Promise<WitnessReport> => {
  const running = await startReference({ dialect });
  const folder = mkdtempSync(join(tmpdir(), 'assay-witness-'));
  try {
    const { target, environment, base_url, gap_base_url } = running;
    const document = join(folder, 'openapi.json');
    writeFileSync(
      document,
      await openApiOfTarget({ document: target, environment }, dayOf(new Date())),
    );
    const token = environment['ASSAY_TOKEN'] ?? '';
    const common = { program, document, token, folder };
    const base = await ask({ ...common, address: base_url, paths: effort.paths ?? BASE }, effort);
    if (effort.paths !== undefined) return base;
    const gap = await ask({ ...common, address: gap_base_url, paths: GAP }, effort);
    return {
      violations: [...base.violations, ...gap.violations],
      tried: base.tried.union(gap.tried),
    };
  } finally {
    await running.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

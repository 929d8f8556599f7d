import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { segmentArguments, segmentsOf } from '../instances/segments.ts';
import { freePorts, startTogether } from '../instances/start-together.ts';
import { runLimited } from '../k6/run-limited.ts';

/** An archive, and the folder for the results of its instances. */
export interface ArchiveRun {
  readonly k6: string;
  readonly archive: string;
  /** Arguments of the TestRun. */
  readonly args: readonly string[];
  readonly instances: number;
  readonly results: string;
  /** Id of the run. */
  readonly run: string;
  /** Text of the Secret. */
  readonly secrets: string;
}

const SECONDS = 60;

/**
 * Runs an archive as k6-operator v1.6.0 does (pkg/resources/jobs/runner.go), with local processes as pods; resolves to
 * k6's exit codes.
 */
export const runArchive = async (run: ArchiveRun): Promise<readonly (number | null)[]> => {
  const { k6, archive, instances, results, secrets } = run;
  mkdirSync(results, { recursive: true });
  const secret = join(results, '..', 'secrets');
  writeFileSync(secret, secrets);
  const ports = await freePorts(instances);
  const args = (index: number): readonly string[] =>
    run.args.map((text) =>
      text
        .replace('/results/$(POD_NAME)', join(results, `pod-${index}`))
        .replace('/credential/secrets', secret),
    );
  const pods = segmentsOf(instances).map((segment, index) =>
    runLimited({
      program: k6,
      args: [
        'run',
        '--quiet',
        ...segmentArguments(segment),
        ...args(index),
        archive,
        `--address=127.0.0.1:${ports[index]}`,
        '--paused',
        '--tag',
        `instance_id=${index + 1}`,
        '--tag',
        'testrun_name=test',
      ],
      seconds: SECONDS,
      environment: {
        ASSAY_RESULTS: results,
        ASSAY_RUN: run.run,
        POD_NAME: `pod-${index}`,
        HOME: results,
      },
    }),
  );
  await startTogether(ports, SECONDS, new AbortController().signal);
  return (await Promise.all(pods)).map(({ code }) => code);
};

import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Foreign, Refused } from '../../store/certificate/refused.ts';
import { verifyCertificate } from '../../runner/certificate/verify-certificate.ts';
import { callCli } from './call-cli.ts';

/** Two small runs of certify that were signed with the same key, and what they are verified with. */
export interface SignedRuns {
  /** Above all of it, to be removed in the end. */
  readonly root: string;
  /** Folders of runs, which nothing else uses. */
  readonly one: string;
  readonly other: string;
  readonly publicKey: string;
  /** Of somebody else. */
  readonly foreignKey: string;
  /** What comes of verifying: the sentence by which it is refused, with its kind, or what holds. */
  readonly outcomeOf: (certificate: string, evidence?: string, key?: string) => string;
}

const VERIFIER = { version: '0.1.0', today: '2026-11-23' };

const certify = async (root: string, seed: string): Promise<string> => {
  const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-03', '--runs', '1'];
  const options = [...selection, '--seed', seed, '--key', join(root, 'assay.key')];
  await callCli(['certify', ...options, '--out', join(root, seed)]);
  const run = join(root, `run-${seed}`);
  cpSync(join(root, seed, 'latest'), run, { recursive: true, dereference: true });
  return run;
};

/** Makes keys and two runs in a folder of their own, with the seeds 1 and 2. */
export const makeSignedRuns = async (): Promise<SignedRuns> => {
  const root = mkdtempSync(join(tmpdir(), 'assay-signed-'));
  await callCli(['keygen', '--out', root]);
  await callCli(['keygen', '--out', join(root, 'foreign')]);
  const publicKey = join(root, 'assay.pub');
  const outcomeOf = (certificate: string, evidence?: string, key = publicKey): string => {
    try {
      const options = { key, ...(evidence === undefined ? {} : { evidence }) };
      return verifyCertificate(certificate, options, VERIFIER).lines.join('\n');
    } catch (error) {
      if (error instanceof Refused || error instanceof Foreign)
        return `${error.name}: ${error.message}`;
      throw error;
    }
  };
  return {
    root,
    one: await certify(root, '1'),
    other: await certify(root, '2'),
    publicKey,
    foreignKey: join(root, 'foreign', 'assay.pub'),
    outcomeOf,
  };
};

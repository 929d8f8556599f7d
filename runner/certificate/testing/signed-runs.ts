import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Foreign, Refused } from '../../../store/certificate/bounded-file.ts';
import { verifyCertificate } from '../verify-certificate.ts';
import { callCli } from '../../../cli/testing/call-cli.ts';
import { createPrivateKey } from 'node:crypto';
import type { CellVerdict } from '../../../oracles/finding.ts';
import type { Cell } from '../../../oracles/ledger.ts';
import type { OpenPoint } from '../../../oracles/open-point.ts';
import { canonicalText, envelopeText, signerOf } from '../../../store/certificate/envelope.ts';
import { type EvidenceSeal, sealedFiles } from '../../../store/certificate/evidence-seal.ts';
import { sha256 } from '../../../store/certificate/chain-digest.ts';
import { statementOf } from '../../../store/certificate/statement.ts';
import { readJsonLines } from '../../../store/json-lines.ts';
import { runFolderAt } from '../../../store/run-folder.ts';
import { readRunRecord } from '../../../store/run-record.ts';
import { MINIMUM_POLICY } from '../key-file.ts';
import { VERSION } from '../../../store/version.ts';

/** Two small certify runs signed with the same key, and what their verification needs. */
export interface SignedRuns {
  /** Parent folder of everything, to be removed at the end. */
  readonly root: string;
  /** Run folders, not shared with other tests. */
  readonly one: string;
  readonly other: string;
  readonly publicKey: string;
  /** Key of somebody else. */
  readonly foreignKey: string;
  /** Result of a verification: kind and message of its error, or the lines of a valid certificate. */
  readonly outcomeOf: (certificate: string, evidence?: string, key?: string) => string;
}

const VERIFIER = { version: VERSION, today: '2026-11-23' };

const certify = async (root: string, seed: string): Promise<string> => {
  const selection = ['--line', 'gap', '--requirement', 'GAP-CONTRACT-03', '--runs', '1'];
  const options = [...selection, '--seed', seed, '--key', join(root, 'assay.key')];
  await callCli(['certify', ...options, '--out', join(root, seed)]);
  const run = join(root, `run-${seed}`);
  cpSync(join(root, seed, 'latest'), run, { recursive: true, dereference: true });
  return run;
};

/** Creates keys and two runs in a temporary folder, with the seeds 1 and 2. */
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

/** Changes that the owner of the key makes to a run before sealing and signing it again. */
export interface Forgery {
  /** Changes to files in the copied folder. */
  readonly files?: (folder: string) => void;
  readonly seal?: (seal: EvidenceSeal) => EvidenceSeal;
}

/**
 * Copies a sealed run, changes it, and seals and signs it again, so that all digests are correct; the certificate is that of
 * the original.
 */
export const reseal = (from: string, to: string, keyFile: string, forgery: Forgery): string => {
  cpSync(from, to, { recursive: true });
  const folder = runFolderAt(to);
  const known = {
    record: readRunRecord(folder.run),
    ledger: readJsonLines<Cell>(folder.ledger).items,
    verdicts: readJsonLines<CellVerdict>(folder.verdicts).items,
    points: readJsonLines<OpenPoint>(folder.observations).items,
  };
  const before = JSON.parse(readFileSync(folder.seal, 'utf8')) as EvidenceSeal;
  forgery.files?.(to);
  const changed = forgery.seal?.(before) ?? before;
  const policy = sha256(JSON.stringify(changed.plan));
  const seal = {
    ...changed,
    digests: { ...changed.digests, policy },
    ...sealedFiles(folder),
  };
  writeFileSync(folder.seal, canonicalText(seal, 2));
  const key = createPrivateKey(readFileSync(keyFile));
  const sealDigest = sha256(readFileSync(folder.seal, 'utf8'));
  const statement = statementOf({ seal, sealDigest, ...known }, signerOf(key), MINIMUM_POLICY);
  // A forger leaves out files that show the original run.
  for (const path of [folder.certificatePage, folder.testResult]) rmSync(path);
  writeFileSync(folder.certificate, envelopeText(canonicalText(statement, 0), key));
  return join(to, 'certificate.json');
};

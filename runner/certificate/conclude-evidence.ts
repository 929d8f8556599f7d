import { EXIT } from '../../oracles/exit-code.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { orTold } from '../or-told.ts';
import type { Outcome } from '../../store/outcome.ts';
import type { RunListener } from '../run-listener.ts';
import type { SigningKey } from './key-file.ts';
import { LEAST_POLICY } from './least-policy.ts';
import { sealEvidence } from './seal-evidence.ts';
import { writeCertificate } from './write-certificate.ts';

/**
 * Seals a run that ended by itself, and writes the certificate of certify. If that fails, it says so, and the harness is at
 * fault. It does not seal a stopped run: a request may still be on its way into the record.
 */
export const concludeEvidence = (
  folder: RunFolder,
  outcome: Outcome,
  signing: SigningKey | undefined,
  { line }: Pick<RunListener, 'line'>,
  tell: (sentence: string) => void,
): Outcome => {
  if (outcome.record.stopped !== null) {
    line('unsealed: a run that was stopped vouches for nothing');
    return outcome;
  }
  const isDone = orTold(tell, 'the run cannot be sealed', () => {
    const seal = sealEvidence(folder, outcome);
    if (outcome.record.command !== LEAST_POLICY.command) return true;
    const { predicate } = writeCertificate(folder, outcome, seal, signing?.key);
    const signed =
      predicate.signer === null
        ? 'not signed'
        : `signed with ${predicate.signer.keyId.slice(0, 16)}`;
    line(`${predicate.kind}  ${folder.certificate} (${signed})`);
    line(
      outcome.record.challenge === undefined
        ? 'no challenge: when the run was made, only its signer says (assay challenge)'
        : `challenge  ${outcome.record.challenge}`,
    );
    if (signing?.notice !== undefined) line(`notice  ${signing.notice}`);
    return true;
  });
  const exitCode = EXIT.harness;
  return isDone ? outcome : { ...outcome, record: { ...outcome.record, exitCode }, exitCode };
};

import type { CellVerdict, Verdict } from '../../oracles/finding.ts';
import { canonicalText } from '../../store/certificate/envelope.ts';
import { type Statement, STATEMENT_TYPE } from '../../store/certificate/predicate.ts';

const TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

const cellsWith = (verdicts: readonly CellVerdict[], ...wanted: readonly Verdict[]): string[] =>
  verdicts.filter(({ verdict }) => wanted.includes(verdict)).map(({ cell }) => cell);

/**
 * Results of a run in in-toto's test result predicate, for tools that know no other. Cells that were observed or do
 * not apply are no tests. Inconclusive and waived cells become warnings, and so does a run that earns no certificate,
 * such as a selection: a reader of this file alone must not mistake it for one.
 */
export const testResultText = (
  { subject, predicate }: Statement,
  verdicts: readonly CellVerdict[],
): string => {
  const failed = cellsWith(verdicts, 'fail');
  const warned = cellsWith(verdicts, 'inconclusive', 'waived', 'error');
  const { digests, evidence, kind } = predicate;
  const isPassed = warned.length === 0 && kind === 'certificate';
  return canonicalText(
    {
      _type: STATEMENT_TYPE,
      subject,
      predicateType: TYPE,
      predicate: {
        result: failed.length > 0 ? 'FAILED' : isPassed ? 'PASSED' : 'WARNED',
        configuration: [
          { name: 'suite', digest: { sha256: digests.suite } },
          { name: 'catalogue', digest: { sha256: digests.catalogue } },
          { name: 'policy', digest: { sha256: digests.policy } },
          { name: evidence.run, digest: { sha256: evidence.sha256 } },
        ],
        passedTests: cellsWith(verdicts, 'pass'),
        warnedTests: warned,
        failedTests: failed,
      },
    },
    0,
  );
};

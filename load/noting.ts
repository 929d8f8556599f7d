import { appendFileSync } from 'node:fs';
import { openRecord } from '../client/http/record.ts';
import { lineWithoutSecrets, withoutSecrets, type Redactor } from '../client/secrets/redactor.ts';
import type { Finding, Judgement } from '../oracles/finding.ts';
import { type Exchange, headersWith } from '../spec/exchange.ts';
import type { SessionOrder } from './session.ts';

/** What is said of the exchanges of a load run. */
export interface Noting {
  /** Every finding of the run so far, with the step of the profile in which it was made. */
  readonly findings: (Finding & { readonly step: number })[];
  /** Records an exchange that something is to be said of, without secrets, and what is said. */
  readonly note: (exchange: Exchange, judgements: readonly Judgement[], step: number) => void;
  readonly close: () => void;
}

/** Begins to note; the headers, such as those of a credential, are added to every request. */
export const openNoting = (
  { files, seed }: Pick<SessionOrder, 'files' | 'seed'>,
  redactor: Redactor,
  added: Readonly<Record<string, string>> = {},
): Noting => {
  const record = openRecord(files.exchanges, redactor);
  const findings: Noting['findings'] = [];
  return {
    findings,
    note: ({ n: _n, ...exchange }, judgements, step) => {
      const headers = headersWith(exchange.request.headers as Record<string, string>, added);
      const recorded = record.append({ ...exchange, request: { ...exchange.request, headers } });
      for (const judgement of judgements) {
        const finding: Finding = {
          ...judgement,
          exchanges: [recorded.n],
          test: exchange.test,
          attempt: 1,
          seed,
        };
        // Who reads them does not know every secret that this redactor has learned.
        findings.push({ ...withoutSecrets(redactor, finding), step });
        appendFileSync(files.findings, lineWithoutSecrets(redactor, finding));
      }
    },
    close: () => record.close(),
  };
};

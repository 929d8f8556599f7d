import * as allure from 'allure-js-commons';
import type { Exchange } from '../spec/exchange.ts';
import { HTTP_TRANSCRIPT, httpTranscript } from '../spec/http-transcript.ts';
import type { Finding } from '../oracles/finding.ts';
import type { Run } from './run.ts';
import type { TestResult } from './suite.ts';

const title = (run: Run, exchange: Exchange): string => {
  const path = new URL(exchange.request.url).pathname;
  const outcome = exchange.response?.status ?? exchange.error?.code ?? 'no answer';
  return run.redactor.text(`${exchange.request.method} ${path} → ${outcome}`);
};

const isWrong = (findings: readonly Finding[], exchange: Exchange): boolean =>
  findings.some(
    ({ verdict, exchanges }) =>
      (verdict === 'fail' || verdict === 'inconclusive') && exchanges.includes(exchange.n),
  );

/**
 * Reports the walks of a test, one step an exchange, in order (steps that run side by side would nest in each other).
 * Exchanges are attached where something did not pass, and for one example a line: thousands of them cost more than the run.
 */
export const attachWalks = async (
  run: Run,
  { walks = [], isExample }: TestResult = {},
): Promise<void> => {
  if (!run.plan.keepsEvidence) return;
  for (const { exchanges, findings } of walks) {
    const clean = !findings.some(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
    if (clean && !isExample) continue;
    for (const exchange of exchanges) {
      const name = title(run, exchange);
      await allure.step(isWrong(findings, exchange) ? `✗ ${name}` : name, async () => {
        await allure.attachment(name, httpTranscript(run.redactor.exchange(exchange)), {
          contentType: HTTP_TRANSCRIPT,
          fileExtension: '.json',
        });
      });
    }
  }
};

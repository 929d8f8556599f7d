import { checksSuite } from './engine/checks.ts';
import { collectForgedToken } from './contract/forged-token.ts';
import { collectSecondContract } from './contract/second-contract.ts';
import type { Run } from './engine/run.ts';
import type { Suite } from './engine/suite.ts';

const CONTRACT = { line: 'gap', operations: ['gap.contract-create'] } as const;

/** Contracts of motor gap (States and transitions, rule 3; K2). */
export const contractSuite = (run: Run): Suite =>
  checksSuite(run, 'contract', [
    {
      ...CONTRACT,
      requirement: 'GAP-CONTRACT-01',
      name: 'second-contract',
      collect: collectSecondContract,
    },
    {
      ...CONTRACT,
      requirement: 'GAP-TOKEN-01',
      name: 'forged-token',
      collect: collectForgedToken,
    },
  ]);

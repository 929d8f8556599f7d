import { judgeForgedToken } from './contract/forged-token.ts';
import { judgeSecondContract } from './contract/second-contract.ts';
import { registerChecks } from './checks.ts';

const CONTRACT = { line: 'gap', operations: ['gap.contract-create'] } as const;

registerChecks('contract', 'Contracts', [
  {
    ...CONTRACT,
    requirement: 'GAP-CONTRACT-01',
    name: 'second-contract',
    judge: judgeSecondContract,
  },
  { ...CONTRACT, requirement: 'GAP-TOKEN-01', name: 'forged-token', judge: judgeForgedToken },
]);

import type { RequirementId } from '../../spec/catalogue.ts';
import type { OperationId } from '../../spec/operations.ts';
import type { Judgement } from '../finding.ts';

/** What is said where the service took a branch, free to it, on which the requirement cannot be seen. */
export const judgeNothingToSee = (
  requirement: RequirementId,
  operation: OperationId,
  wanted: string,
  got: string,
  exchanges: readonly number[] = [],
): Judgement => ({
  requirement,
  operation,
  verdict: 'observed',
  reason: 'specification-silent',
  wanted,
  got,
  exchanges,
});

/** Two things under one id are a matter of the ids (D11), which another requirement is about. */
export const judgeSameId = (
  requirement: RequirementId,
  operation: OperationId,
  blockedBy: RequirementId,
  wanted: string,
  exchanges: readonly number[],
): Judgement => ({
  requirement,
  operation,
  verdict: 'inconclusive',
  reason: 'blocked-by',
  blockedBy,
  wanted,
  got: 'the id of one that is there',
  exchanges,
});

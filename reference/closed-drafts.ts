import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';

/** Steps that change a draft, or an object that belongs to it. */
const CHANGES = /^(draft-update|(car|person|metadata)-(post|put|delete))$/;

/** Calls that a contract ends if it ends every write; a second contract of motor gap has a choice of its own (K2). */
const endsWithContract = ({ operation, tables }: Call): boolean => {
  if (CHANGES.test(operation.step)) return true;
  if (tables.choices.concluded === 'changes' || operation.method === 'GET') return false;
  return operation.line !== 'gap' || operation.step !== 'contract-create';
};

/** Refuses a second lead, or one of a draft that was not priced, on a service that limits them (L2, R5). */
const refuseLead = ({ operation, draft, tables }: Call): void => {
  const { leads, landlordLeads } = tables.choices;
  if (operation.comingSoon && landlordLeads !== 'live') return;
  const isRefused =
    (leads === 'once' && (draft?.history.leads ?? 0) > 0) ||
    (leads === 'priced' && draft?.priceRequests.length === 0);
  if (!isRefused) return;
  const status = operation.detail === null ? 409 : 402;
  throw new Refusal('rule', 'the draft can have no lead now', { status });
};

/** Refuses a call that an earlier one on its draft ended: a contract, a lead, token terms or refused updates (S18). */
export const refuseClosed = (call: Call): void => {
  const { draft, operation, tables } = call;
  if (!draft) return;
  const { afterContract, afterLead, afterTerms, refusedUpdates } = tables.choices;
  const { leads, terms, refusedUpdates: refused = 0 } = draft.history;
  const refuse = (message: string, status: number): never => {
    throw new Refusal('rule', message, { status });
  };
  if (afterContract !== 'open' && draft.contracts.length > 0 && endsWithContract(call))
    refuse('there is a contract of this draft', afterContract);
  if (operation.step === 'lead-create') refuseLead(call);
  if (!CHANGES.test(operation.step)) return;
  const isLocked = refusedUpdates > 0 && refused >= refusedUpdates;
  if (isLocked && operation.step === 'draft-update')
    refuse('too many updates of this draft were refused', 423);
  // R6: a motor gap draft can be changed until it has its contract.
  if (operation.line === 'gap') return;
  if (afterLead !== 'open' && leads > 0) refuse('the draft was sent as a lead', afterLead);
  if (afterTerms !== 'open' && terms > 0) refuse('the terms of this draft were taken', afterTerms);
};

/** Counts a refused update of a draft that its caller may change. */
export const countRefusedUpdate = ({ draft, operation }: Call, error: unknown): void => {
  if (!draft || operation.step !== 'draft-update' || !(error instanceof Refusal)) return;
  draft.history.refusedUpdates = (draft.history.refusedUpdates ?? 0) + 1;
};

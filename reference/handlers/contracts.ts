import { type Call, contractOf, draftOf, type Handler, type Outcome } from '../call.ts';
import type { Contract, Draft } from '../store.ts';
import { Refusal } from '../refusal.ts';
import { contractDocument } from '../contract-document.ts';
import { resourcePath } from '../resource-path.ts';
import { redirectWithQuery } from '../redirect.ts';
import { webcrypto } from 'node:crypto';

const contractOutcome = (call: Call, contract: Contract): Outcome => ({
  resource: {
    draft: contract.body,
    createdAt: contract.createdAt.toISOString(),
    seal: contract.seal,
  },
  identity: {
    kind: 'contract',
    id: contract.id,
    path: resourcePath(call, 'contract-get', { contractId: contract.id }),
  },
});

const sealOf = async (draft: Draft, id: Contract['id']): Promise<string> => {
  const content = new TextEncoder().encode(JSON.stringify([draft.line, draft.id, id, draft.body]));
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex');
};

/** Makes a contract of the draft. Awaits its seal, so calls on one draft must not run concurrently (see `locked`). */
const conclude = async (call: Call): Promise<Contract> => {
  const { tables, now } = call;
  const draft = draftOf(call);
  const { line, owner, body } = draft;
  const id = tables.newId('contract', line);
  const seal = await sealOf(draft, id);
  const contract = { id, line, owner, draftId: draft.id, createdAt: now, body, seal };
  tables.store.addContract(draft, contract);
  tables.replica.note(contract);
  return contract;
};

/** Makes a contract of a draft of any line. */
export const createContract: Handler = async (call) => ({
  ...contractOutcome(call, await conclude(call)),
  modifiedAt: call.now,
});

/** Makes the only contract of a motor gap draft, or answers it again if the service replays. */
export const createGapContract: Handler = async (call) => {
  const [first] = draftOf(call).contracts;
  const replayed = call.tables.choices.secondContract === 'replay' ? first : undefined;
  return contractOutcome(call, replayed ?? (await conclude(call)));
};

const visibleContract = (call: Call): Contract => {
  const contract = contractOf(call);
  if (call.tables.replica.contentOf(contract)) return contract;
  throw new Refusal('not-yet', 'it cannot be read yet');
};

/** Serves a contract once a read can see it. */
export const getContract: Handler = (call) => contractOutcome(call, visibleContract(call));

/** Serves the contract's document once it is ready. */
export const downloadContract: Handler = (call) => {
  const contract = visibleContract(call);
  const age = call.now.getTime() - contract.createdAt.getTime();
  if (age < call.tables.choices.downloadReadyAfter)
    throw new Refusal('not-yet', 'the document is not ready yet');
  if (call.tables.choices.download === 'elsewhere' && !('copy' in call.query))
    redirectWithQuery(call, { copy: '1' });
  return { document: contractDocument(contract) };
};

/** Payment status of the draft; nothing is ever paid here, so the status is open until there is a contract. */
export const getPaymentStatus: Handler = (call) => {
  const { contracts } = draftOf(call);
  // The amount due depends on the draft and its contract, so it lags as they do.
  if ([draftOf(call), ...contracts].some((each) => !call.tables.replica.contentOf(each)))
    throw new Refusal('not-yet', 'it cannot be read yet');
  const concluded = contracts.length > 0;
  if (!concluded && call.tables.choices.paymentStatusBeforeContract === 404)
    throw new Refusal('not-yet', 'there is no payment for this draft yet');
  return { resource: { status: concluded ? 'PENDING' : 'OPEN' } };
};

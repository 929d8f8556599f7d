import type { Call, Incoming } from './call.ts';
import { CHECKPOINTS } from './choices.ts';
import { ITEM_PARAMETERS } from './handlers/items.ts';
import type { ItemKind } from './store.ts';
import type { JsonObject } from './json.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Rule } from './rules/rule.ts';
import type { Tables } from './tables.ts';
import { clientOf } from './call.ts';
import { errorReply } from './error-reply.ts';
import { nextContent } from './handlers/drafts.ts';
import { render } from './render.ts';
import { requestBody } from './request-body.ts';
import { schemaFault } from './validation.ts';
import { writesDraft } from './request-schemas.ts';

const stepOf = ({ operation }: Call): Rule['at'] | null => {
  if (writesDraft(operation)) return 'write';
  if (operation.step === 'price-request') return 'price';
  if (operation.step === 'contract-create') return 'contract';
  return operation.step === 'lead-create' ? 'lead' : null;
};

const own = <T extends { readonly owner: string }>(call: Call, thing: T | undefined): T => {
  if (!thing) throw new Refusal('unknown', 'there is nothing with this id');
  if (call.tables.choices.errors.foreign !== 'shared' && thing.owner !== clientOf(call).name)
    throw new Refusal('foreign', 'this belongs to another client');
  return thing;
};

/** Finds the draft, contract and item that the path names, and that the client may use. */
const lookUp = (call: Call): void => {
  const { params, tables, operation } = call;
  const { draftId, contractId } = params;
  if (draftId !== undefined) call.draft = own(call, tables.store.draft(operation.line, draftId));
  if (contractId !== undefined)
    call.contract = own(call, tables.store.contract(operation.line, contractId));
  for (const [kind, parameter] of Object.entries(ITEM_PARAMETERS) as [ItemKind, string][]) {
    const id = params[parameter];
    if (id === undefined) continue;
    const item = call.draft?.items[kind].get(id);
    if (!item) throw new Refusal('unknown', 'there is nothing with this id');
    call.item = item;
  }
};

const validate = (call: Call, body: unknown): void => {
  const fault = schemaFault(call.tables.schemas.bodies[call.operation.id], body);
  if (fault) throw new Refusal('schema', fault.message, { field: fault.field });
  call.body = body as JsonObject;
};

const isEnforced = ({ at }: Rule, step: Rule['at']): boolean =>
  at === 'lead' || step === 'lead'
    ? at === step
    : CHECKPOINTS.indexOf(at) <= CHECKPOINTS.indexOf(step);

const enforceRules = (call: Call): void => {
  const { tables, operation, draft, body: payload, now } = call;
  const step = stepOf(call);
  if (step === null) return;
  const body = step === 'write' ? nextContent(call) : (draft?.body ?? {});
  const { choices, tokens } = tables;
  const subject = { line: operation.line, body, payload, draft, choices, tokens, now };
  for (const rule of tables.rules) {
    if (!rule.lines.includes(operation.line) || !isEnforced(rule, step)) continue;
    const broken = rule.check(subject);
    if (broken) throw new Refusal(broken.cause ?? 'rule', broken.message, broken);
  }
};

const perform = async (call: Call): Promise<Reply> => {
  const { tables, operation, draft } = call;
  const work = async (): Promise<Reply> => {
    enforceRules(call);
    return render(call, await tables.handlers[operation.id](call));
  };
  const serial = draft !== undefined && tables.locked.has(operation.id);
  return serial ? tables.locks.run(`${draft.line}/${draft.id}`, work) : work();
};

const serve = async (call: Call): Promise<Reply> => {
  try {
    for (const guard of call.tables.guards) guard.check(call);
    const body = requestBody(call);
    lookUp(call);
    validate(call, body);
    return await perform(call);
  } catch (error) {
    return errorReply(error, call.operation, call.tables.choices);
  }
};

/** Answers one request: guards, body, look-up, schema, rules, handler, and the finishing hooks over whatever came out. */
export const answer = async (tables: Tables, request: Incoming): Promise<Reply> => {
  const call: Call = { ...request, tables, now: tables.now(), body: {} };
  const reply = await serve(call);
  return tables.finish.reduce((changed, hook) => hook(call, changed), reply);
};

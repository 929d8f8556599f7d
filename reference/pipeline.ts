import type { Call, Incoming, Tables } from './call.ts';
import { CHECKPOINTS } from './choices/rules.ts';
import type { JsonObject } from './json.ts';
import { Refusal } from './refusal.ts';
import type { Reply } from './reply.ts';
import type { Rule } from './rules/rule.ts';
import { errorReply } from './error-reply.ts';
import { nextContent } from './handlers/drafts.ts';
import { render } from './render.ts';
import { schemaFault } from './validation.ts';
import { normaliseBody } from './normalise-body.ts';
import { expireOnContractCall } from './lifetimes.ts';
import { countRefusedUpdate, refuseClosed } from './closed-drafts.ts';
import { writesDraft } from './request-schemas.ts';

const stepOf = ({ operation }: Call): Rule['at'] | null => {
  if (writesDraft(operation)) return 'write';
  if (operation.step === 'price-request') return 'price';
  if (operation.step === 'contract-create') return 'contract';
  return operation.step === 'lead-create' ? 'lead' : null;
};

/** The parsed and normalised body. */
const readBody = (call: Call): unknown => {
  const { choices, readBody: read, schemas } = call.tables;
  const { id } = call.operation;
  return normaliseBody(read(call), schemas.drafts[id] ?? schemas.bodies[id], choices);
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
  const writtenBy = step === 'write' || !draft ? operation.id : draft.writtenBy;
  const { line } = operation;
  const subject = { line, body, writtenBy, payload, draft, choices, tokens, now };
  for (const rule of tables.rules) {
    if (!rule.lines.includes(operation.line) || !isEnforced(rule, step)) continue;
    const broken = rule.check(subject);
    if (broken) throw new Refusal(broken.cause ?? 'rule', broken.message, broken);
  }
};

/** Invalidates the token and price of a contract call, successful or not. */
const endTokens = ({ draft, operation, body, tables }: Call, had: number): void => {
  if (!draft || operation.step !== 'contract-create') return;
  expireOnContractCall(draft, body['userTermsToken'], draft.contracts.length > had, tables.choices);
};

const perform = async (call: Call): Promise<Reply> => {
  const { tables, operation, draft } = call;
  const work = async (): Promise<Reply> => {
    const had = draft?.contracts.length ?? 0;
    try {
      enforceRules(call);
      return render(call, await tables.handlers[operation.id](call));
    } finally {
      endTokens(call, had);
    }
  };
  const serial = draft !== undefined && tables.locked.has(operation.id);
  return serial ? tables.locks.run(`${draft.line}/${draft.id}`, work) : work();
};

const serve = async (call: Call): Promise<Reply> => {
  try {
    const { guards, lookUp, choices } = call.tables;
    const access = (): void => {
      for (const guard of guards) guard.check(call);
    };
    if (choices.checks === 'access-first') access();
    const body = readBody(call);
    if (choices.checks === 'body-first') {
      validate(call, body);
      access();
    }
    lookUp(call);
    if (choices.checks === 'access-first') validate(call, body);
    refuseClosed(call);
    return await perform(call);
  } catch (error) {
    countRefusedUpdate(call, error);
    return errorReply(error, call.operation, call.tables);
  }
};

/**
 * Answers one request: guards, body, look-up, schema, rules, handler, then the finishing hooks on
 * the answer or refusal.
 */
export const answer = async (tables: Tables, request: Incoming): Promise<Reply> => {
  const call: Call = { ...request, tables, now: tables.now(), body: {} };
  const reply = await serve(call);
  return tables.finish.reduce((changed, hook) => hook(call, changed), reply);
};

import { type Answered, isSuccess } from './answer-form.ts';
import type { Judgement } from '../finding.ts';
import { isObject, jsonBody } from './json-body.ts';
import { show } from './value.ts';

/** An update that answers nothing beside another status than 200: its status is not judged (C1, S1), and nothing is shown. */
const saysNothing = ({ operation, response }: Answered): boolean =>
  operation.step === 'draft-update' && response.status !== 200 && response.body.text === '';

/**
 * LANDLORD-DRAFT-01 (C1, S17): what landlord Draft Get and Draft Update answer with is the draft resource, so a JSON object,
 * {} included. No status is stated there: a redirection, and an update with 204 or the like, are only observed; a read
 * that shows nothing has not returned the resource, whatever its status.
 */
export const judgeLandlordDraft = (answered: Answered): readonly Judgement[] => {
  const { operation, response, exchange } = answered;
  const isMine = operation.id === 'landlord.draft-get' || operation.id === 'landlord.draft-update';
  if (!isMine || response.status < 200 || response.status >= 400) return [];
  const base = {
    requirement: 'LANDLORD-DRAFT-01',
    operation: operation.id,
    wanted: 'a JSON object, the landlord draft resource',
    exchanges: [exchange.n],
  } as const;
  if (!isSuccess(response.status) || saysNothing(answered)) {
    const got = `status ${response.status} and no resource`;
    return [{ ...base, verdict: 'observed', reason: 'specification-silent', got }];
  }
  const body = jsonBody(response.body);
  return [
    {
      ...base,
      verdict: body.ok && isObject(body.value) ? 'pass' : 'fail',
      got: body.ok ? show(body.value) : body.problem,
    },
  ];
};

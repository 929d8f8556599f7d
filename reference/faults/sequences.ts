import type { Fault } from './fault.ts';
import type { OperationId } from '../../spec/operations.ts';
import { beforeHandler } from './stages.ts';
import { deny, denyAfter, remember } from './histories.ts';

const denied = (
  id: string,
  requirement: string,
  operation: OperationId,
  story: RegExp,
  status: number,
  what: string,
): Fault => ({
  id,
  breaks: { requirement, operation },
  what,
  area: 'sequences',
  sow: (tables) => {
    denyAfter(tables, operation, story, status);
  },
});

/** Faults of drafts that only a certain sequence of calls on them brings to light. */
const draftSequences: readonly Fault[] = [
  {
    id: 'jobloss-draft-gone-after-four-updates',
    breaks: { requirement: 'DRAFT-03', operation: 'jobloss.draft-update' },
    what: 'A jobloss draft disappears after four updates.',
    area: 'sequences',
    sow: (tables) => {
      const history = remember(tables);
      const { lookUp } = tables;
      tables.lookUp = (call) => {
        lookUp(call);
        const { draft, operation } = call;
        if (!draft || operation.line !== 'jobloss') return;
        if (/(draft-update .*){4}/.test(history(draft))) deny(404);
      };
    },
  },
  denied(
    'jobloss-update-unknown-after-lead',
    'PATH-01',
    'jobloss.draft-update',
    /lead-create /,
    404,
    'Jobloss Draft Update answers 404 once a lead was created of the draft.',
  ),
  denied(
    'jobloss-price-breaks-down-after-terms-and-update',
    'ERROR-01',
    'jobloss.price-request',
    /token-terms .*draft-update /,
    500,
    'The jobloss price request answers 500 once the draft was updated after its user terms were fetched.',
  ),
  denied(
    'travel-price-unknown-after-price-info-and-car-deletion',
    'PATH-01',
    'travel.price-request',
    /price-info .*car-delete /,
    404,
    'The travel price request answers 404 once a car was deleted after the price info was asked for.',
  ),
  denied(
    'metadata-breaks-down-after-an-exchanged-person',
    'ERROR-01',
    'travel.metadata-post',
    /person-delete .*person-post /,
    500,
    'Post Metadata answers 500 once a person was added after another one was deleted.',
  ),
];

/** Faults of motor gap prices and contracts that only a certain sequence of calls brings to light. */
const gapSequences: readonly Fault[] = [
  denied(
    'third-gap-price-refused-after-two-updates',
    'GAP-PRICE-01',
    'gap.price-request',
    /(draft-update .*){2}(price-request .*){2}/,
    409,
    'A motor gap draft refuses its third price request after two updates.',
  ),
  denied(
    'gap-update-refused-after-two-prices-and-terms',
    'GAP-PRICE-04',
    'gap.draft-update',
    /(price-request ){2}(token-terms )/,
    409,
    'A motor gap draft refuses an update after two price requests in a row and the user terms.',
  ),
  {
    id: 'second-gap-contract-once-the-draft-was-read',
    breaks: { requirement: 'GAP-CONTRACT-01', operation: 'gap.contract-create' },
    what: 'A motor gap draft gets a second contract after a client reads it.',
    area: 'sequences',
    sow: (tables) => {
      beforeHandler(tables, 'gap.draft-get', ({ draft }) => {
        draft?.contracts.splice(0);
      });
    },
  },
];

/** Faults that single calls do not show, nor the usual way from draft to contract. */
export const sequenceFaults: readonly Fault[] = [...draftSequences, ...gapSequences];

import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Sign } from './fault-signs.ts';
import { at } from './visitor.ts';

/** What the sample drafts of all lines have of their policyholder. */
const OWN = ['/policyholder/contact/email', '/policyholder/person/lastName'].map((pointer) =>
  String(at(SAMPLE_DRAFTS.travel, pointer)),
);

const BY_ANOTHER: Sign = { sent: [{ as: 'other' }], isWrong: ({ status }) => status !== 403 };

/** How a draft shows itself to somebody who has no right to it. */
export const OWNERSHIP_SIGNS: Readonly<Record<string, Sign>> = {
  'AUTH-04': {
    sent: [{ headers: { authorization: null } }, { as: 'withoutRights' }, { as: 'other' }],
    isWrong: ({ status, headers, body }) => {
      const shown = JSON.stringify([headers, body]);
      return status >= 400 && OWN.some((text) => shown.includes(text));
    },
  },
  'AUTH-05': BY_ANOTHER,
  'AUTH-06': BY_ANOTHER,
};

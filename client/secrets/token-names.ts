import type { IdentityName } from '../target.ts';

/** How access tokens are called in what is shown and recorded, since no variable of the target names them. */
export const TOKEN_NAMES = {
  owner: 'ASSAY_ACCESS_TOKEN',
  other: 'ASSAY_OTHER_ACCESS_TOKEN',
  withoutRights: 'ASSAY_NO_RIGHTS_ACCESS_TOKEN',
} as const satisfies Record<IdentityName, string>;

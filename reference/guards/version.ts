import { VERSION, VERSION_HEADER } from '../../spec/limits.ts';
import type { Guard } from './guard.ts';
import { Refusal } from '../refusal.ts';

/** Every operation requires Service-Api-Version, and 1.0 is its only value (Versioning 1 and 2). */
export const version: Guard = {
  id: 'version',
  check: (call) => {
    const sent = call.headers[VERSION_HEADER.toLowerCase()];
    if (sent !== VERSION)
      throw new Refusal('version', `the header ${VERSION_HEADER} must be ${VERSION}`);
  },
};

import { registerChecks } from './checks.ts';
import { otherDraftChecks } from './state/other-draft.ts';
import { readableDraftChecks } from './state/readable-draft.ts';

// A module of its own: no other test may create or update drafts meanwhile.
registerChecks('state', 'State', [...readableDraftChecks(), ...otherDraftChecks()]);

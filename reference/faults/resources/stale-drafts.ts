import { draftOf, type Outcome } from '../../call.ts';
import { withPointer } from '../../json.ts';
import type { Draft } from '../../store.ts';
import type { Fault } from '../injection/fault.ts';
import { CallsInFlight, replaceHandler } from '../injection/side-by-side.ts';
import { beforeHandler, valueInside } from '../injection/stages.ts';

const UPDATE = 'landlord.draft-update';

/** A landlord draft that keeps its content through two concurrent updates, although both are accepted. */
const losesBothUpdates: Fault = {
  id: 'landlord-updates-are-lost-in-a-race',
  breaks: {
    requirement: 'LANDLORD-READBACK-risk.insuredProperty.address.street',
    operation: UPDATE,
  },
  what: 'A landlord draft that is updated twice at once keeps its former content, although both updates are accepted.',
  area: 'races',
  inject: (tables) => {
    const updates = new CallsInFlight<Draft>();
    const raced = new WeakSet<Draft>();
    replaceHandler(tables, UPDATE, async (call, handle) => {
      const draft = draftOf(call);
      const { body } = draft;
      await updates.wait(draft, (count) => count > 1 && raced.add(draft));
      const outcome = await handle(call);
      if (raced.has(draft)) draft.body = body;
      return outcome;
    });
  },
};

/** A cache of landlord drafts by path, in which an update replaces only what was read in its own spelling of the country. */
const cachedByCountry: Fault = {
  id: 'landlord-draft-cached-by-country',
  breaks: {
    requirement: 'LANDLORD-READBACK-risk.insuredProperty.address.street',
    operation: UPDATE,
  },
  what: 'Landlord Draft Get answers from a cache by path, which an update in another spelling of the country leaves as it is.',
  area: 'sequences',
  inject: (tables) => {
    const cache = new WeakMap<Draft, Map<string | undefined, Outcome>>();
    replaceHandler(tables, 'landlord.draft-get', async (call, handle) => {
      const draft = draftOf(call);
      const answers = cache.get(draft) ?? new Map<string | undefined, Outcome>();
      cache.set(draft, answers);
      const { country } = call.params;
      const answer = answers.get(country) ?? (await handle(call));
      answers.set(country, answer);
      return answer;
    });
    beforeHandler(tables, UPDATE, (call) => {
      cache.get(draftOf(call))?.delete(call.params['country']);
    });
  },
};

const NAME = '/policyholder/company/name';

/** An update that reads the name of a company in another encoding than a creation does. */
const garblesNames: Fault = {
  id: 'landlord-update-garbles-accents-of-a-company',
  breaks: { requirement: 'LANDLORD-READBACK-policyholder.company.name', operation: UPDATE },
  what: 'Landlord Draft Update stores the name of a company as Latin-1: “é” becomes “Ã©”.',
  inject: (tables) => {
    replaceHandler(tables, UPDATE, async (call, handle) => {
      const outcome = await handle(call);
      const draft = draftOf(call);
      const name = valueInside(draft.body, 'policyholder', 'company', 'name');
      if (typeof name === 'string')
        draft.body = withPointer(draft.body, NAME, Buffer.from(name).toString('latin1'));
      return outcome;
    });
  },
};

/** Landlord drafts that show another content than was written, for good. */
export const faults: readonly Fault[] = [losesBothUpdates, cachedByCountry, garblesNames];

import { type Circumstances } from './fault-circumstances.ts';
import type { Line } from '../../spec/line.ts';
import { SAMPLE_DRAFTS } from './sample-drafts.ts';
import type { Sign } from './fault-signs.ts';
import { withPointer } from '../json.ts';

const accepted: Sign = {
  sent: [{ body: { transport: 'EMAIL' } }],
  isWrong: ({ status }) => status < 400,
};

/** How a lead to somebody who cannot get it shows. */
export const LEAD_SIGNS: Readonly<Record<string, Sign>> = {
  'LEAD-01': accepted,
  'LEAD-02': accepted,
};

const CONTACT = '/policyholder/contact';

const mailingTo = (line: Line, email: string | undefined): Circumstances => ({
  draft: withPointer(SAMPLE_DRAFTS[line], `${CONTACT}/email`, email),
});

/** The drafts that the faults of leads are about. */
export const LEAD_CIRCUMSTANCES: Readonly<Record<string, Circumstances>> = {
  'jobloss-lead-without-email': mailingTo('jobloss', undefined),
  'travel-lead-without-email': mailingTo('travel', undefined),
  'landlord-lead-without-email': mailingTo('landlord', undefined),
  'gap-lead-without-email': mailingTo('gap', undefined),
  'gap-lead-without-email-once-priced': { ...mailingTo('gap', undefined), priced: true },
  'travel-lead-without-contact': { draft: withPointer(SAMPLE_DRAFTS.travel, CONTACT, undefined) },
  'jobloss-lead-to-two-ats': mailingTo('jobloss', 'a@@b.be'),
  'travel-lead-to-an-address-without-an-at': mailingTo('travel', 'plainaddress'),
  'gap-lead-to-an-address-with-a-blank': mailingTo('gap', 'a b@c.be'),
  'landlord-lead-to-any-text-once-priced': { ...mailingTo('landlord', 'nobody'), priced: true },
};

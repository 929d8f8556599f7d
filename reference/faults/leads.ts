import { type Line, LINE_TITLES } from '../../spec/line.ts';
import type { Subject } from '../rules/rule.ts';
import type { Fault } from './injection/fault.ts';
import { atRule, beforeHandler, valueInside } from './injection/stages.ts';

const emailOf = ({ body }: Subject): unknown =>
  valueInside(body, 'policyholder', 'contact', 'email');

const fault = (
  id: string,
  requirement: 'LEAD-01' | 'LEAD-02',
  line: Line,
  to: string,
  isLet: (subject: Subject) => boolean,
): Fault => ({
  id,
  breaks: { requirement, operation: `${line}.lead-create` },
  confinedTo: `${line}.lead-create`,
  what: `${LINE_TITLES[line]} accepts a lead by EMAIL ${to}.`,
  shownBy: ({ landlordLeads }) => line !== 'landlord' || landlordLeads === 'live',
  inject: (tables) => {
    atRule(tables, 'lead-email', (subject, check) =>
      subject.line === line && isLet(subject) ? undefined : check(),
    );
  },
});

const withoutEmail = (line: Line): Fault =>
  fault(
    `${line}-lead-without-email`,
    'LEAD-01',
    line,
    'for a policyholder without an e-mail address',
    (subject) => emailOf(subject) === undefined,
  );

/** Leads by EMAIL to policyholders without a usable address. */
export const faults: readonly Fault[] = [
  withoutEmail('jobloss'),
  withoutEmail('travel'),
  withoutEmail('landlord'),
  withoutEmail('gap'),
  fault(
    'gap-lead-without-email-once-priced',
    'LEAD-01',
    'gap',
    'without an e-mail address once the draft was priced',
    (subject) => emailOf(subject) === undefined && (subject.draft?.priceRequests.length ?? 0) > 0,
  ),
  fault(
    'travel-lead-without-contact',
    'LEAD-01',
    'travel',
    'where the policyholder has no contact at all',
    ({ body }) => valueInside(body, 'policyholder', 'contact') === undefined,
  ),
  fault(
    'jobloss-lead-to-two-ats',
    'LEAD-02',
    'jobloss',
    'to an address with two @ side by side',
    (subject) => String(emailOf(subject)).includes('@@'),
  ),
  fault(
    'travel-lead-to-an-address-without-an-at',
    'LEAD-02',
    'travel',
    'to an address without an @',
    (subject) => emailOf(subject) !== undefined && !String(emailOf(subject)).includes('@'),
  ),
  fault(
    'gap-lead-to-an-address-with-a-blank',
    'LEAD-02',
    'gap',
    'to an address with a blank in it',
    (subject) => /\S \S+@/.test(String(emailOf(subject))),
  ),
  fault(
    'landlord-lead-to-any-text-once-priced',
    'LEAD-02',
    'landlord',
    'to any text once the draft was priced',
    (subject) => emailOf(subject) !== undefined && (subject.draft?.priceRequests.length ?? 0) > 0,
  ),
  {
    id: 'landlord-lead-once-the-email-was-removed',
    breaks: { requirement: 'LEAD-01', operation: 'landlord.lead-create' },
    confinedTo: 'landlord.lead-create',
    what: 'Landlord accepts a lead by EMAIL once an update has removed the e-mail address.',
    shownBy: ({ landlordLeads, updates, optionalFields }) =>
      landlordLeads === 'live' && updates === 'replace' && optionalFields === 'shown',
    inject: (tables) => {
      const known = new WeakSet<object>();
      beforeHandler(tables, 'landlord.draft-update', ({ draft }) => {
        if (draft && valueInside(draft.body, 'policyholder', 'contact', 'email') !== undefined)
          known.add(draft);
      });
      atRule(tables, 'lead-email', (subject, check) =>
        subject.draft && emailOf(subject) === undefined && known.has(subject.draft)
          ? undefined
          : check(),
      );
    },
  },
  {
    id: 'landlord-lead-to-an-earlier-address',
    breaks: { requirement: 'LEAD-02', operation: 'landlord.lead-create' },
    confinedTo: 'landlord.lead-create',
    what: 'Landlord sends a lead by EMAIL to the address that the draft was created with, although it is malformed by now.',
    shownBy: ({ landlordLeads }) => landlordLeads === 'live',
    inject: (tables) => {
      const addressed = new WeakSet<object>();
      beforeHandler(tables, 'landlord.draft-update', ({ draft }) => {
        const address = valueInside(draft?.body, 'policyholder', 'contact', 'email');
        if (draft && typeof address === 'string' && /^[^@ ]+@[^@ ]+$/.test(address))
          addressed.add(draft);
      });
      atRule(tables, 'lead-email', (subject, check) =>
        subject.draft && emailOf(subject) !== undefined && addressed.has(subject.draft)
          ? undefined
          : check(),
      );
    },
  },
];

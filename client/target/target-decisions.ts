import { z } from 'zod';
import { milliseconds, perLine } from './target-values.ts';

/** Rights of a second identity on resources of the owner (D10). */
const OTHERS_MAY = ['nothing', 'read', 'everything'] as const;
const checkpoint = z.enum(['write', 'price', 'contract']);

/** Decisions of a service that the specification leaves open (P6). */
export const decisions = z
  .strictObject({
    checkpoints: z
      .strictObject({
        schema: checkpoint
          .default('price')
          .describe('Wrong type, value, format, or missing inside its object.'),
        onlyAllowedWhen: checkpoint
          .default('price')
          .describe('A jobloss flag given under an employeeStatus that does not allow it.'),
        employer: checkpoint.default('contract').describe('Employer missing (jobloss).'),
        startDate: checkpoint.default('contract').describe('Start date more than 30 days ahead.'),
        roadsideAssistance: checkpoint
          .default('contract')
          .describe('Roadside assistance without isCarsAgeElligible (travel).'),
        landlordAnswers: checkpoint
          .default('contract')
          .describe('An answer missing that alreadyOccupied makes mandatory (landlord).'),
        personXorCompany: checkpoint.default('contract').describe('Person and company together.'),
        vehicleIdentification: checkpoint
          .default('contract')
          .describe('Two of registration, vin and willProvideLater together (motor gap).'),
      })
      .prefault({})
      .describe('The step at which each rule must have refused at the latest.'),
    purchaseMoment: z
      .enum(['contract', 'payment'])
      .default('contract')
      .describe(
        'When a policy counts as purchased; with payment the start date limit cannot be seen.',
      ),
    lastModified: z
      .boolean()
      .default(true)
      .describe('Whether the listed Last-Modified header is to be judged for presence.'),
    readBackDelay: milliseconds
      .default(5000)
      .describe('Milliseconds until a write must be readable.'),
    draftsMayHoldInvalidEmail: z
      .boolean()
      .optional()
      .describe('Whether a draft write takes a malformed e-mail; left out: found out.'),
    contractNeedsPrice: perLine(z.boolean())
      .default({})
      .describe(
        'Per line: whether a contract needs a price request first. Left out: not relied on.',
      ),
    othersMay: z
      .enum(OTHERS_MAY)
      .optional()
      .describe(
        "What identity `other` may do with the owner's drafts and contracts: nothing; read them (the draft, its payment status, its contract and the document); everything. Left out: not judged.",
      ),
    othersMayRead: z
      .boolean()
      .optional()
      .describe(
        'The former name of othersMay: true is read, false is nothing. Left out: othersMay alone.',
      ),
    paymentStatusExists: z
      .boolean()
      .default(false)
      .describe('Whether the payment status is served before any payment was made.'),
    downloadReady: z
      .boolean()
      .optional()
      .describe(
        'Whether the contract document can be downloaded at once. Left out: a 404 cannot be judged.',
      ),
    deleteCarriesBody: z
      .boolean()
      .default(true)
      .describe(
        'Whether DELETE carries its empty JSON object; false where something on the way drops it.',
      ),
    landlordBirthdateRequired: z
      .boolean()
      .default(true)
      .describe(
        'Whether the landlord person needs a birthdate; false is the narrow reading of its row.',
      ),
  })
  .superRefine(({ othersMay, othersMayRead }, context) => {
    if (othersMay === undefined || othersMayRead === undefined) return;
    if (othersMayRead === (othersMay !== 'nothing')) return;
    const params = {
      got: `othersMay: ${othersMay} beside othersMayRead: ${othersMayRead}`,
      hint: 'leave othersMayRead out, which is the former name of othersMay',
    };
    const message = 'one that does not contradict othersMayRead';
    context.addIssue({ code: 'custom', path: ['othersMay'], message, params });
  })
  .prefault({})
  .describe('What this service decides where the specification leaves it open.');

type Decisions = z.output<typeof decisions>;

/** Decisions by their current names. The former key covered reading only, so changes are not judged. */
export const withCurrentNames = (decided: Decisions): Decisions => {
  const { othersMay, othersMayRead } = decided;
  if (othersMay !== undefined || othersMayRead === undefined) return decided;
  return { ...decided, othersMay: othersMayRead ? 'everything' : 'nothing' };
};

/** Notes about deprecated keys, each with its replacement; empty if there are none. */
export const deprecatedKeyLines = (target: {
  readonly decisions: Decisions;
}): readonly string[] => {
  const { othersMay, othersMayRead } = target.decisions;
  if (othersMayRead === undefined) return [];
  const meant = othersMayRead ? 'read, or everything where they may change it too,' : 'nothing';
  return [
    `decisions.othersMayRead has another name: write othersMay: ${othersMay ?? meant} instead`,
  ];
};

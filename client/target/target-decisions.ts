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
          .describe(
            'A field with a wrong type, value or format, or one that is missing inside its object.',
          ),
        onlyAllowedWhen: checkpoint
          .default('price')
          .describe('A jobloss flag that the employeeStatus does not allow.'),
        employer: checkpoint.default('contract').describe('A missing employer (jobloss).'),
        startDate: checkpoint.default('contract').describe('A start date more than 30 days ahead.'),
        roadsideAssistance: checkpoint
          .default('contract')
          .describe('Roadside assistance without isCarsAgeElligible (travel).'),
        landlordAnswers: checkpoint
          .default('contract')
          .describe('A missing answer that alreadyOccupied makes mandatory (landlord).'),
        personXorCompany: checkpoint
          .default('contract')
          .describe('A policyholder who is both a person and a company.'),
        vehicleIdentification: checkpoint
          .default('contract')
          .describe('Two of registration, vin and willProvideLater together (motor gap).'),
      })
      .prefault({})
      .describe('For each rule, the last step at which the service may still refuse a violation.'),
    purchaseMoment: z
      .enum(['contract', 'payment'])
      .default('contract')
      .describe(
        'The step that counts as the purchase of a policy; with payment, the start date limit cannot be tested.',
      ),
    lastModified: z
      .boolean()
      .default(true)
      .describe(
        'Whether a missing Last-Modified header is judged where the specification lists it.',
      ),
    readBackDelay: milliseconds
      .default(5000)
      .describe('Time in milliseconds after which a write must be readable.'),
    draftsMayHoldInvalidEmail: z
      .boolean()
      .optional()
      .describe(
        'Whether a draft write accepts a malformed e-mail address. Default: determined by the run.',
      ),
    contractNeedsPrice: perLine(z.boolean())
      .default({})
      .describe('By line: whether a contract requires a price request first. Default: unknown.'),
    othersMay: z
      .enum(OTHERS_MAY)
      .optional()
      .describe(
        "What the identity `other` may do with the owner's drafts and contracts: nothing; read (the draft, its payment status, its contract and the document); everything. Default: not judged.",
      ),
    othersMayRead: z
      .boolean()
      .optional()
      .describe(
        'Former name of othersMay: true means read, false means nothing. Default: othersMay applies.',
      ),
    paymentStatusExists: z
      .boolean()
      .default(false)
      .describe('Whether the payment status exists before any payment.'),
    downloadReady: z
      .boolean()
      .optional()
      .describe(
        'Whether the contract document can be downloaded immediately. Default: a 404 is not judged.',
      ),
    deleteCarriesBody: z
      .boolean()
      .default(true)
      .describe(
        'Whether DELETE requests arrive with their empty JSON object; false if a proxy drops it.',
      ),
    landlordBirthdateRequired: z
      .boolean()
      .default(true)
      .describe(
        'Whether a landlord person requires a birthdate; false is the narrow reading of the specification.',
      ),
  })
  .superRefine(({ othersMay, othersMayRead }, context) => {
    if (othersMay === undefined || othersMayRead === undefined) return;
    if (othersMayRead === (othersMay !== 'nothing')) return;
    const params = {
      got: `othersMay: ${othersMay} beside othersMayRead: ${othersMayRead}`,
      hint: 'remove othersMayRead, which is the former name of othersMay',
    };
    const message = 'a value that does not contradict othersMayRead';
    context.addIssue({ code: 'custom', path: ['othersMay'], message, params });
  })
  .prefault({})
  .describe('Decisions of this service on points that the specification leaves open.');

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
  const meant = othersMayRead ? 'read (or everything, if they may also change it)' : 'nothing';
  return [`decisions.othersMayRead was renamed: write othersMay: ${othersMay ?? meant} instead`];
};

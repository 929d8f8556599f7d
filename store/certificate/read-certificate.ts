import { canonicalValue } from './canonical-json.ts';
import { type Envelope, firstIssue, openEnvelope } from './envelope.ts';
import { PREDICATE_FAMILY, PREDICATE_TYPE, type Statement, statementSchema } from './predicate.ts';
import { Foreign, Refused } from './refused.ts';

/** A certificate, or a statement of results, as it was read; nothing of it was verified. */
export interface ReadCertificate {
  readonly envelope: Envelope;
  readonly statement: Statement;
}

const typeOf = (value: unknown): string => {
  const type: unknown =
    typeof value === 'object' && value !== null && 'predicateType' in value
      ? value.predicateType
      : undefined;
  return typeof type === 'string' ? type : '';
};

const NOT_OURS = 'it is no certificate of Assay';

/**
 * Reads the text of a certificate; `what` is how errors call it. Throws Foreign for what is none, and Refused for one that is
 * not written as Assay writes it, or in a newer form.
 */
export const readCertificate = (text: string, what: string): ReadCertificate => {
  const envelope = openEnvelope(text, what);
  const value = canonicalValue(envelope.payload, 0, `the statement in ${what}`);
  const type = typeOf(value);
  if (type !== PREDICATE_TYPE && type.startsWith(PREDICATE_FAMILY))
    throw new Refused(
      `${what} is in the form ${type}, and this version knows ${PREDICATE_TYPE}; verify it with a newer Assay`,
    );
  if (type !== PREDICATE_TYPE)
    throw new Foreign(
      `${what} holds a statement of the type ${type.slice(0, 80) || 'of nothing'}; ${NOT_OURS}`,
    );
  const { success, error } = statementSchema.safeParse(value);
  if (!success)
    throw new Foreign(`${what} is not what its type asks for (${firstIssue(error)}); ${NOT_OURS}`);
  // As it was written: the order of its keys is part of what digests are made of.
  return { envelope, statement: value as Statement };
};

import { type Line, LINES } from '../spec/line.ts';
import type { FieldBody } from '../spec/requirements/field-bodies.ts';

/** A body that is the draft of a line, as opposed to a car, a lead and the like. */
export type DraftBody = `${Line}-draft`;

/** The line whose draft a body is; undefined for every other body. */
export function lineOfDraft(body: FieldBody): Line | undefined {
  return LINES.find((line) => body === `${line}-draft`);
}

/** What was read is not what it claims to be: something was changed, swapped, or does not belong together. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** What was read is nothing of Assay, or cannot be read at all. */
export class Foreign extends Error {
  override readonly name = 'Foreign';
}

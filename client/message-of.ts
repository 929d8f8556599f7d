/** What an error says; whatever else was thrown, as a text. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

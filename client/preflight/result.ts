/** Whether a run can begin: what was seen, or what is surely wrong with the configuration and what to do about it. */
export type PreflightResult =
  | { readonly ok: true; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string; readonly hint: string };

/** What is surely wrong, and what to do about it. */
export type Refusal = Extract<PreflightResult, { readonly ok: false }>;

/** A run that cannot begin. */
export const refusal = (problem: string, hint: string): Refusal => ({ ok: false, problem, hint });

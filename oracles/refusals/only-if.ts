/** Names the smallest context that shows a fault (rule section 0): `, only if the country is written be`; empty for the plain one. */
export const onlyIfText = (conditions: readonly string[] = []): string =>
  conditions.length === 0 ? '' : `, only if ${conditions.join(' and ')}`;

/** The caller or the configuration is at fault: exit code 2. The message says what was wanted, what came, what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

import { messageOf, UsageError } from '../client/usage-error.ts';

/** What `read` returns; what cannot be read is a matter of the folder that was named. Throws UsageError. */
export const readable = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
};

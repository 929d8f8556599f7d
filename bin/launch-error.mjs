/** Reports that the program could not be started; the message is for the user. */
export class LaunchError extends Error {
  /** `signal` is the one that interrupted the start, if any. */
  constructor(message, signal) {
    super(message);
    this.name = 'LaunchError';
    this.signal = signal;
  }
}

/** Why the program could not be started; its message is for the person at the keyboard. */
export class LaunchError extends Error {
  /** `signal` is the one that ended the start, if one did. */
  constructor(message, signal) {
    super(message);
    this.name = 'LaunchError';
    this.signal = signal;
  }
}

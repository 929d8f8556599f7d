import { type ChildProcess, fork } from 'node:child_process';

/** The parent process that forked this one; it may have ended already. */
export const connectToParent = () => ({
  tell: (message: object): void => {
    // A parent that has ended needs no message.
    process.send?.(message, undefined, undefined, () => undefined);
  },
  /** Resolves when it has ended, for whatever reason, or wants this process to end. */
  gone: new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    if (!process.connected) resolve();
  }),
});

/**
 * Forks a file as a detached process, so that Ctrl-C at the terminal does not reach it: its parent needs it for an
 * orderly stop.
 */
export const forkDetached = (file: string, argument: string): ChildProcess =>
  fork(file, [argument], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true });

/** The next message of a forked process. Rejects if it cannot be started, or ends instead. */
export const nextMessage = <Message>(child: ChildProcess, who: string): Promise<Message> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${who} ended with ${code}`)));
  });

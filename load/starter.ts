import { type ChildProcess, fork } from 'node:child_process';

/** The process that forked this one, and that it lives for; it may be gone already. */
export const starterOf = () => ({
  tell: (message: object): void => {
    // Who is gone needs no answer.
    process.send?.(message, undefined, undefined, () => undefined);
  },
  /** Resolves when it is gone, however it went, or wants this one to end. */
  gone: new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    if (!process.connected) resolve();
  }),
});

/** Forks a file, out of reach of a Ctrl-C at the terminal, since its starter needs it to stop in order. */
export const forkFile = (file: string, argument: string): ChildProcess =>
  fork(file, [argument], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true });

/** What a process that was forked says next. Rejects where it cannot be started, or ends instead. */
export const nextMessage = <Message>(child: ChildProcess, who: string): Promise<Message> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Message));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${who} ended with ${code}`)));
  });

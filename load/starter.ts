import { type ChildProcess, fork } from 'node:child_process';

/** The process that started this one, and that it lives for. */
export interface Starter {
  readonly tell: (message: object) => void;
  /** Resolves when it is gone, however it went, or wants this one to end. */
  readonly gone: Promise<void>;
}

/** Listens to the process that forked this one; it may be gone already. */
export const starterOf = (): Starter => ({
  tell: (message) => {
    // Who is gone needs no answer.
    process.send?.(message, undefined, undefined, () => undefined);
  },
  gone: new Promise((resolve) => {
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

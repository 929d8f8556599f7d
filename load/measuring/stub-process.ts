import { forkFile, nextMessage, starterOf } from '../starter.ts';
import { startStub } from './stub.ts';

/** A stub in a process of its own, so that it does not share a thread with whoever reads k6's log. */
export interface StubProcess {
  readonly address: string;
  /** Ends it; resolves to the milliseconds that it took for its answers, ascending. */
  end(): Promise<readonly number[]>;
}

type Message = { readonly address: string } | { readonly taken: readonly number[] };

/** Starts a stub in a process of its own; `delay` in milliseconds. Rejects where it cannot be started. */
export const spawnStub = async (delay: number): Promise<StubProcess> => {
  const child = forkFile(import.meta.filename, String(delay));
  const next = () => nextMessage<Message>(child, 'the stub');
  const first = await next();
  if (!('address' in first)) throw new Error('the stub said nothing of its address');
  return {
    address: first.address,
    end: async () => {
      const last = next();
      child.send('end');
      const message = await last;
      child.disconnect();
      return 'taken' in message ? message.taken : [];
    },
  };
};

const serve = async (delay: number): Promise<void> => {
  const starter = starterOf();
  const stub = await startStub(delay);
  starter.tell({ address: stub.address });
  process.once('message', () => starter.tell({ taken: stub.taken() }));
  await starter.gone;
  await stub.close();
};

// Not import.meta.main, which Node 22 does not know.
if (process.argv[1] === import.meta.filename) await serve(Number(process.argv[2]));

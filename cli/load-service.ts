import { messageOf, UsageError } from '../client/usage-error.ts';
import { forkFile, nextMessage, starterOf } from '../load/starter.ts';
import { startReference } from '../reference/start.ts';

/** What the embedded service says of itself. */
export interface LoadService {
  readonly target: Record<string, unknown>;
  readonly environment: Readonly<Record<string, string>>;
  close(): void;
}

type Message = Omit<LoadService, 'close'> | { readonly problem: string };

/** Which embedded service. */
export interface LoadServiceOptions {
  readonly dialect?: string | undefined;
  readonly faults: readonly string[];
}

/** Starts the embedded service in a process of its own, since load on the same thread would measure ourselves. Throws UsageError. */
export const spawnLoadService = async (options: LoadServiceOptions): Promise<LoadService> => {
  const child = forkFile(import.meta.filename, JSON.stringify(options));
  const message = await nextMessage<Message>(child, 'the embedded service');
  if ('problem' in message) {
    child.disconnect();
    throw new UsageError(message.problem);
  }
  return { ...message, close: () => child.disconnect() };
};

const serve = async ({ dialect, faults }: LoadServiceOptions): Promise<void> => {
  const starter = starterOf();
  try {
    const running = await startReference({ ...(dialect === undefined ? {} : { dialect }), faults });
    const { target, environment } = running;
    starter.tell({ target, environment });
    await starter.gone;
    await running.close();
  } catch (error) {
    starter.tell({ problem: messageOf(error) });
  }
};

// Not import.meta.main, which Node 22 does not know.
if (process.argv[1] === import.meta.filename)
  await serve(JSON.parse(process.argv[2] ?? '{}') as LoadServiceOptions);

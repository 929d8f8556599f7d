import { writeFileSync } from 'node:fs';
import { forkDetached, nextMessage, connectToParent } from '../parent-process.ts';
import { type FaultyOptions, type FaultyService, startFaultyProxy } from './faulty-proxy.ts';

// node bin/run.mjs load/testing/serve-faulty.ts '{"fault":"wrong-currency"}' target.json: a faulty service until
// Ctrl-C, with its target in the file and its secrets on the standard output as lines for a shell. Without a file it
// serves its parent process.

/** A faulty service in a process of its own. */
export interface FaultyProcess extends Pick<FaultyService, 'target' | 'environment'> {
  readonly counts: () => Promise<ReturnType<FaultyService['counts']>>;
  close(): void;
}

/** Starts it in a process of its own, since load on the same thread would measure the test itself. */
export const spawnFaultyProxy = async (options: FaultyOptions): Promise<FaultyProcess> => {
  const child = forkDetached(import.meta.filename, JSON.stringify(options));
  const who = 'the faulty service';
  const served = await nextMessage<Pick<FaultyService, 'target' | 'environment'>>(child, who);
  return {
    ...served,
    counts: () => {
      child.send('counts');
      return nextMessage(child, who);
    },
    close: () => child.disconnect(),
  };
};

const serve = async (options: FaultyOptions, file: string | undefined): Promise<void> => {
  const service = await startFaultyProxy(options);
  const { target, environment } = service;
  if (file !== undefined) {
    writeFileSync(file, JSON.stringify(target));
    for (const [name, value] of Object.entries(environment))
      process.stdout.write(`export ${name}='${value}'\n`);
    return;
  }
  const starter = connectToParent();
  process.on('message', () => starter.tell(service.counts()));
  starter.tell({ target, environment });
  await starter.gone;
  await service.close();
};

if (process.argv[1] === import.meta.filename)
  await serve(JSON.parse(process.argv[2] ?? '{}') as FaultyOptions, process.argv[3]);

import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { callCli } from '../../cli/testing/call-cli.ts';

/** Milliseconds for a command. */
const LIMIT = 300_000;

interface Command {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Line of a shell that runs Assay with the arguments of its script until the test has ended. `callCli` conducts the command,
 * since a process of its own takes 1.5 s of CPU; `serve`, which signals stop, gets one.
 */
export const warmProgram = async (): Promise<string> => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const answer = async (): Promise<void> => {
      const { args, cwd, environment } = JSON.parse(await text(socket)) as Command;
      socket.end(JSON.stringify(await callCli(args, { cwd, environment, limit: LIMIT })));
    };
    answer().catch((error: unknown) => socket.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = join(import.meta.dirname, 'warm-client.mjs');
  const main = join(import.meta.dirname, '../../cli/main.ts');
  return `case $1 in
  serve) exec '${process.execPath}' '${main}' "$@" ;;
  *) exec '${process.execPath}' '${client}' ${port} "$@" ;;
esac`;
};

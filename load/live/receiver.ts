import { connect } from 'node:net';

/** Somebody who takes measurements. */
export interface Receiver {
  /** Name of k6's output. */
  readonly output: string;
  /** Without a credential that may stand in its address. */
  readonly shown: string;
  readonly host: string;
  readonly port: number;
}

/** The receiver at an address, or none where it cannot be read: k6 then says so itself. */
export const receiverAt = (output: string, address: string): readonly Receiver[] => {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, host, port } = new URL(url);
  const usual = protocol === 'https:' ? 443 : 80;
  return [
    {
      output,
      shown: host,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? usual : Number(port),
    },
  ];
};

/** Milliseconds for a connection. */
const PATIENCE = 2000;

const problemWith = ({ host, port }: Receiver): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (problem: string | undefined): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.setTimeout(PATIENCE, () => end(`no connection within ${PATIENCE / 1000} s`));
    socket.once('connect', () => end(undefined));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  });

/** A sentence on each receiver that takes no connection: nothing of a verdict depends on it, but its metrics will be missing. */
export const unreachable = async (receivers: readonly Receiver[]): Promise<readonly string[]> => {
  const problems = await Promise.all(receivers.map(problemWith));
  return receivers.flatMap(({ output, shown }, index) =>
    problems[index] === undefined
      ? []
      : [
          `the receiver of the metrics (${output}) at ${shown} is not reachable: ${problems[index]}; what k6 sends there is lost, the verdict does not depend on it`,
        ],
  );
};

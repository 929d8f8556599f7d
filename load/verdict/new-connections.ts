import type { Measured, Series } from '../measuring/measure.ts';

/** Connections that were opened anew, a price request; the first one of each virtual user is not among them. */
const newConnectionsOf = ({ connections, requests }: Series): number =>
  requests === 0 ? 0 : connections / requests;

/** Share from which new connections are worth a line: a service that ends a few idle ones is none. */
const WORTH_A_LINE = 0.02;

/** The lines that had to connect again and again, which a client pays for with its time. */
export const connectionNotes = (lines: Measured['lines']): readonly string[] =>
  Object.entries(lines).flatMap(([line, series]) => {
    const share = newConnectionsOf(series);
    return share < WORTH_A_LINE
      ? []
      : [
          `${line}: ${share.toFixed(2)} new connections a request; the service, or what is before it, does not keep connections open`,
        ];
  });

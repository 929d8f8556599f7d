import { Visitor } from './visitor.ts';
import { startReference } from '../start.ts';

/** Runs work against a service with this fault, or a correct one. */
export const withFault = async <T>(
  id: string | undefined,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T> => {
  const running = await startReference({ faults: id === undefined ? [] : [id] });
  try {
    return await work(new Visitor(running));
  } finally {
    await running.close();
  }
};

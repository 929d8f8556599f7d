import { Visitor } from './visitor.ts';
import { startReference } from '../start.ts';

/** Runs work against the service of a dialect. */
export const withDialect = async <T>(
  dialect: string,
  work: (visitor: Visitor) => Promise<T>,
): Promise<T> => {
  const running = await startReference({ dialect });
  try {
    return await work(new Visitor(running));
  } finally {
    await running.close();
  }
};

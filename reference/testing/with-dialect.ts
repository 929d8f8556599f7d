import { Visitor } from './visitor.ts';
import { startReference } from '../start.ts';

/** Visits the service of a dialect for as long as the work takes. */
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

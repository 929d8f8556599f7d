import { processEnvironment } from '../../client/target.ts';
import { lacksSigns, withPlainSigns } from '../../reports/console/plain-signs.ts';

/** A terminal, or another stream. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Lets these streams write Assay's own signs in ASCII if they are consoles that may lack them; the others are unchanged. */
export const usePlainSigns = (streams: readonly Stream[]): void => {
  const system = { platform: process.platform, environment: processEnvironment() };
  for (const stream of streams.filter((each) => lacksSigns(each, system))) {
    const write = stream.write.bind(stream) as (...given: readonly unknown[]) => boolean;
    stream.write = (chunk: unknown, ...rest: readonly unknown[]) =>
      write(typeof chunk === 'string' ? withPlainSigns(chunk) : chunk, ...rest);
  }
};

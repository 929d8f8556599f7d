import { hash } from 'node:crypto';
import { CHAIN_START, chainedLine, chainedParts, chainedText } from '../../spec/chained-line.ts';

/** Links JSON objects to lines that hold on to each other. It keeps nothing but the last digest. */
export interface Chain {
  /** The next line, without its end. */
  link(json: string): string;
}

/** A chain from its start, or behind the last line that another process wrote. */
export const createChain = (last?: string): Chain => {
  let digest = (last === undefined ? undefined : chainedParts(last)?.digest) ?? CHAIN_START;
  return {
    link(json) {
      digest = hash('sha256', chainedText(digest, json), 'base64url');
      return chainedLine(json, digest);
    },
  };
};

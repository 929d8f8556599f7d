import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runLimited } from '../k6/run-limited.ts';
import { SERVED } from './crd-file.ts';

/** What the API server is asked about. */
export interface CrdQuestion {
  /** The program that asks its code. */
  readonly program: string;
  /** The text of the definition. */
  readonly definition: string;
  /** The texts of what is to be applied. */
  readonly manifests: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const answerSchema = z.object({
  validator: z.string(),
  definition: z.array(z.string()),
  manifests: z.array(z.array(z.string())),
});

/** What the API server's code says; the texts are of the definition's making, and may hold anything. */
export interface CrdAnswer {
  /** The version of apiextensions-apiserver, such as v0.37.2. */
  readonly validator: string;
  /** Why it would not take the definition itself, such as `spec.a: Invalid value: …`. */
  readonly definition: readonly string[];
  /** Why it would not take the manifests as they stand, each reason once. */
  readonly manifests: readonly string[];
}

/** Seconds; a large definition takes a tenth of one. */
const LONGEST = 60;

/** Holds manifests against a definition by the API server's own code. Throws with what its program said where that fails. */
export const askCrd = async (question: CrdQuestion): Promise<CrdAnswer> => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-crd-'));
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const printed: string[] = [];
  const said: string[] = [];
  try {
    const { definition, manifests } = question;
    const files = manifests.map((text, at) => put(`${at}.yaml`, text));
    const { code, overdue } = await runLimited({
      program: question.program,
      args: [put('definition.yaml', definition), SERVED, ...files],
      seconds: LONGEST,
      environment: {},
      onOutput: (line) => printed.push(line),
      onError: (line) => said.push(line),
      signal: question.signal,
      scratch: folder,
    });
    if (overdue) throw new Error(`--crd: the API server's code was not done after ${LONGEST} s`);
    if (code !== 0)
      throw new Error(
        `--crd: ${question.program} ended with ${code}: ${said.slice(-10).join('\n')}`,
      );
    const answer = answerSchema.parse(JSON.parse(printed.join('\n')));
    return { ...answer, manifests: [...new Set(answer.manifests.flat())] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { drawnInTurn } from '../../tools/testing/drawn.ts';
import { makeSignedRuns, type SignedRuns } from './testing/signed-runs.ts';

let made: Promise<SignedRuns> | undefined;
/** Makes the runs only at a commit at which a test needs them. */
const signedRuns = (): Promise<SignedRuns> => (made ??= makeSignedRuns());
afterAll(async () => {
  if (made) rmSync((await made).root, { recursive: true });
});

/** Deterministic pseudorandom numbers from 0 to below 1 (Lehmer). */
const draw = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** Number of changes; each verifies a run anew. A thousand were detected once. */
const CHANGES = 100;

test.each(drawnInTurn('random bytes', [4711, 4712, 4713]))(
  'detects all of 100 random changes of one byte (seed %i)',
  async (seed) => {
    const { one, outcomeOf } = await signedRuns();
    const random = draw(seed);
    const certificate = join(one, 'certificate.json');
    const whole = (): string => outcomeOf(certificate, one);
    const sealed = readdirSync(one, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/^(certificate|test-result)\./.test(file.name))
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => statSync(path).size > 0);
    const unnoticed: string[] = [];

    for (let n = 0; n < CHANGES; n += 1) {
      const path =
        n % 2 === 0 ? certificate : (sealed[Math.floor(random() * sealed.length)] ?? certificate);
      const before = readFileSync(path);
      const place = Math.floor(random() * before.length);
      const changed = Buffer.from(before);
      changed[place] = (changed[place] ?? 0) ^ (1 + Math.floor(random() * 255));
      writeFileSync(path, changed);
      if (!/^(Refused|Foreign): /.test(whole())) unnoticed.push(`${path}, byte ${place}`);
      writeFileSync(path, before);
    }

    expect(unnoticed).toEqual([]);
    expect(whole()).toContain('confirmed');
  },
);

import { expect, test } from 'vitest';
import { DIALECTS } from '../reference/dialects.ts';
import { dialectCandidates, faultCandidates } from './candidate.ts';
import { FAULTS } from '../reference/faults.ts';
import { mostPatientLast } from './most-patient-last.ts';

const idsOf = (parts: ReturnType<typeof mostPatientLast>) =>
  parts.map((part) => (part.kind === 'group' ? 'group' : part.id));

test('services that mostly wait come last, the longest at the very end, and all else keeps its order', () => {
  const services = dialectCandidates(DIALECTS, { seeds: 1, seed: 1 });
  const busy = services.map(({ id }) => id).filter((id) => id !== 'slow' && id !== 'eventual');

  expect(idsOf(mostPatientLast(services))).toEqual([...busy, 'slow', 'eventual']);
});

test('a fault waits as long as the service that it is sown into', () => {
  const [fault] = FAULTS;
  if (!fault) throw new Error('there are no faults');
  const [slow] = faultCandidates([fault], 1, () => 'slow');
  const [plain] = faultCandidates([fault], 1);
  if (!slow || !plain) throw new Error('a fault makes a candidate');

  expect(mostPatientLast([slow, plain])).toEqual([plain, slow]);
});

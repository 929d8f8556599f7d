import { smallText } from '../../store/certificate/bounded-file.ts';
import { canonicalValue } from '../../store/certificate/canonical-json.ts';
import type { EvidenceSeal } from '../../store/certificate/evidence-seal.ts';
import { Foreign, Refused } from '../../store/certificate/refused.ts';
import type { RunFolder } from '../../store/run-folder.ts';
import { type RunRecord, runRecordSchema } from '../../store/run-record.ts';
import { sealedRecord } from './seal-evidence.ts';

/** Bytes; a record tells of one target and its waivers. */
const LARGEST = 2 ** 22;

const recordIn = ({ run, path }: RunFolder): RunRecord => {
  const value = canonicalValue(smallText(run, LARGEST, 'run.json'), 2, 'run.json');
  const { success, data } = runRecordSchema.safeParse(value);
  if (!success)
    throw new Foreign(`run.json of ${path} is in a form that this version does not know`);
  if (data.state === 'finished') return data;
  throw new Refused(`${path} is of a run that did not end by itself`);
};

/** Whether two parts are equal, in any order of keys. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return one.length === other.size && one.every(([key, part]) => isSame(part, other.get(key)));
};

/**
 * The record of a sealed run. Record and seal have to agree: the certificate rests on one, the ledger on the other. Throws
 * Refused if they do not, and Foreign for a record in another form.
 */
export const checkRecord = (folder: RunFolder, seal: EvidenceSeal): RunRecord => {
  const record = recordIn(folder);
  const { policy, target } = seal.digests;
  const { digests, ...parts } = sealedRecord(record);
  // Digests last: what they are made of says more.
  const told = { ...parts, ledger: record.totals.cells, digests };
  const sealed = { ...seal, digests: { policy, target }, ledger: seal.ledger.cells };
  const other = (Object.keys(told) as (keyof typeof told)[]).find(
    (part) => !isSame(told[part], sealed[part]),
  );
  if (other === undefined) return record;
  throw new Refused(`evidence.json and run.json disagree on the ${other}`);
};

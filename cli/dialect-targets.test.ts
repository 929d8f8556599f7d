import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTarget } from '../client/load-target.ts';
import { DIALECTS } from '../reference/dialects.ts';
import { chance } from '../reference/dialects/chance.ts';
import { targetDocument } from '../reference/target-document.ts';

const SECRETS = {
  ASSAY_TOKEN: 'token-1',
  ASSAY_OTHER_TOKEN: 'token-2',
  ASSAY_NO_RIGHTS_TOKEN: 'token-3',
};
const NO_ADDRESSES = { ASSAY_BASE_URL: undefined, ASSAY_GAP_BASE_URL: undefined };
const environment = { ...SECRETS, ...NO_ADDRESSES };

const addresses = { base_url: 'http://127.0.0.1:9/api', gap_base_url: 'http://127.0.0.1:10/api' };
const chances = Array.from({ length: 50 }, (_, seed) => chance(seed));

test.each([...DIALECTS, ...chances])(
  'the target of $name is one that is understood',
  async ({ name, choices }) => {
    const document = targetDocument(name, choices, addresses);
    const folder = mkdtempSync(join(tmpdir(), 'assay-dialect-'));
    const file = join(folder, 'target.yaml');
    writeFileSync(file, stringify(document));

    const target = await loadTarget({ file, environment });
    rmSync(folder, { recursive: true });

    expect(target.identities.owner.auth.scheme).toBe(choices.auth.scheme);
    expect(target.decisions.checkpoints).toEqual(choices.checkpoints);
    expect(target.features.landlordLeads).toBe(choices.landlordLeads === 'live');
  },
);

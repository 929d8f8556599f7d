import { ADDRESS } from './address.ts';
import { BASICS } from './basics.ts';
import type { Ending } from './ending.ts';
import { INPUT_ADDRESSES } from './inputs-addresses.ts';
import { INPUT_CONTENT } from './inputs-content.ts';
import { INPUT_ENVIRONMENT } from './inputs-environment.ts';
import { INPUT_FLAGS } from './inputs-flags.ts';
import { INPUT_PATHS } from './inputs-paths.ts';
import { INPUT_TARGETS } from './inputs-target.ts';
import { INPUT_WAIVERS } from './inputs-waivers.ts';
import { INPUT_YAML } from './inputs-yaml.ts';
import { REJUDGE } from './rejudge.ts';
import { REPLAY } from './replay.ts';
import { NETWORK } from './network.ts';
import { PATIENCE } from './patience.ts';
import { LOAD } from './load.ts';
import { MERGE } from './merge.ts';
import { NIGHTLY } from './nightly.ts';
import { WORDS } from './words.ts';

/** Every ending, by what it is about. */
export const ENDINGS: Readonly<Record<string, readonly Ending[]>> = {
  basics: BASICS,
  address: ADDRESS,
  flags: INPUT_FLAGS,
  addresses: INPUT_ADDRESSES,
  paths: INPUT_PATHS,
  YAML: INPUT_YAML,
  'target files': INPUT_TARGETS,
  'what they hold': INPUT_CONTENT,
  'the environment': INPUT_ENVIRONMENT,
  waivers: INPUT_WAIVERS,
  replay: REPLAY,
  rejudge: REJUDGE,
  network: NETWORK,
  patience: PATIENCE,
  load: LOAD,
  merge: MERGE,
  nights: NIGHTLY,
  words: WORDS,
};

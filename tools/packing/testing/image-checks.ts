import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { CliResult } from '../../../cli/testing/spawn-cli.ts';
import { AUTHORITY_FILES } from '../../../client/testing/test-certificates.ts';
import { K6_VERSION } from '../../../load/k6/make-k6.ts';
import { SHORT_PROFILE } from '../../../load/testing/short-profile.ts';
import type { ContainerSettings, ImageUnderTest } from './image-under-test.ts';
import { startTlsService } from './tls-service.ts';

/** One fact about the image. */
export interface ImageCheck {
  readonly name: string;
  /** True if the container has to reach a service of this machine. */
  readonly needsHost?: true;
  /** Returns a detail worth printing; throws with what is wrong. */
  readonly run: (image: ImageUnderTest) => Promise<string>;
}

/** Thrown by a check that this machine cannot make; the message is the reason. */
export class CheckSkipped extends Error {}

/** Throws with the output unless a command ended with this code and printed this. */
export const expectResult = (
  { code, stdout, stderr }: CliResult,
  wanted: number,
  printed: RegExp,
): string => {
  const { 0: found } = printed.exec(stdout + stderr) ?? [];
  if (code !== wanted || found === undefined)
    throw new Error(
      `expected exit code ${wanted} and ${printed}, got ${code} and:\n${stdout}${stderr}`,
    );
  return found;
};

const CONFORMANT = /^conformant: .*$/m;
const PROFILE = 'short.yaml';

/** Measurements that a busy machine may spoil before one has to count. */
export const MEASUREMENTS = 3;

/** Repeats a short load until its measurement is valid, as an INVALID run recommends. */
export const shortLoad = async (
  image: ImageUnderTest,
  settings: ContainerSettings,
  ...args: readonly string[]
): Promise<string> => {
  writeFileSync(join(settings.work, PROFILE), stringify(SHORT_PROFILE));
  const once = () => image.assay(settings, 'load', '--profile', PROFILE, ...args);
  let result = await once();
  for (let n = 1; n < MEASUREMENTS && result.stdout.includes('load: INVALID'); n += 1)
    result = await once();
  return expectResult(result, 0, /^load: PASS.*$/m);
};

/** Gate and load of a service behind TLS; `authority` says how a container learns whom to trust. */
const overTls = async (image: ImageUnderTest, name: string, authority: 'target' | 'variable') => {
  const service = await startTlsService();
  const work = image.folder(name);
  const isNamed = authority === 'target';
  const target = { ...service.target, ...(isNamed ? { ca: 'ca.pem' } : {}) };
  const trust: Record<string, string> = isNamed ? {} : { SSL_CERT_FILE: '/work/ca.pem' };
  copyFileSync(AUTHORITY_FILES.ca, join(work, 'ca.pem'));
  writeFileSync(join(work, 'target.yaml'), stringify(target));
  const settings = { work, environment: { ...service.environment, ...trust } };
  try {
    const gate = await image.assay(settings, 'gate', '--target', 'target.yaml', '--line', 'gap');
    const printed = expectResult(gate, 0, CONFORMANT);
    return `${printed}; ${await shortLoad(image, settings, '--target', 'target.yaml')}`;
  } finally {
    await service.close();
  }
};

const refusesUnknownAuthority = async (image: ImageUnderTest): Promise<string> => {
  const service = await startTlsService();
  const work = image.folder('unknown-authority');
  writeFileSync(join(work, 'target.yaml'), stringify(service.target));
  try {
    const { environment } = service;
    const args = ['gate', '--target', 'target.yaml', '--line', 'gap'];
    return expectResult(
      await image.assay({ work, environment }, ...args),
      2,
      /unable to verify|certificate[^;\n]*/,
    );
  } finally {
    await service.close();
  }
};

const gateAsAnotherUser = async (image: ImageUnderTest): Promise<string> => {
  const work = image.folder('gate');
  const user = '12345:12345';
  const printed = expectResult(
    await image.assay({ work, user }, 'gate', '--line', 'gap'),
    0,
    CONFORMANT,
  );
  const record = join(work, 'reports', 'out', 'latest', 'run.json');
  if (!existsSync(record)) throw new Error(`expected the run's record at ${record}, got nothing`);
  return printed;
};

const hasLabels = async (image: ImageUnderTest): Promise<string> => {
  const inspect = ['image', 'inspect', '--format', '{{json .Config.Labels}}', image.image];
  const { stdout } = await image.program.run(inspect);
  const labels = JSON.parse(stdout) as Readonly<Record<string, string>> | null;
  const version = labels?.['org.opencontainers.image.version'] ?? 'no label';
  const printed = await image.assay({ work: image.folder('labels') }, '--version');
  return expectResult(printed, 0, new RegExp(`^${RegExp.escape(version)}$`, 'm'));
};

/** Checks of commands that end by themselves. */
export const COMMAND_CHECKS: readonly ImageCheck[] = [
  {
    name: 'assay k6 finds the k6 of the image on PATH',
    run: async (image) => {
      const result = await image.assay({ work: image.folder('k6') }, 'k6');
      const line = `k6 ${K6_VERSION}  /usr/local/bin/k6`;
      return expectResult(
        result,
        0,
        new RegExp(`^${RegExp.escape(line)}(?=\nfound on PATH$)`, 'm'),
      );
    },
  },
  { name: 'the label of the image is the version that it prints', run: hasLabels },
  {
    name: 'a wrong flag ends with 2',
    run: async (image) =>
      expectResult(
        await image.assay({ work: image.folder('flag') }, 'gate', '--lin'),
        2,
        /--lin.*/,
      ),
  },
  { name: 'gate as user 12345 with a read-only root is conformant', run: gateAsAnotherUser },
  {
    name: 'certify ends with 0',
    run: async (image) => {
      const work = image.folder('certify');
      return expectResult(await image.assay({ work }, 'certify', '--line', 'gap'), 0, CONFORMANT);
    },
  },
  {
    name: 'a short load passes',
    run: (image) => shortLoad(image, { work: image.folder('load') }),
  },
  {
    name: 'gate and load over https, the authority named by ca: of the target',
    needsHost: true,
    run: (image) => overTls(image, 'named-authority', 'target'),
  },
  {
    // Nobody can sign for a public authority; this is how a container comes to trust another one like those.
    name: 'gate and load over https, the authority named by SSL_CERT_FILE',
    needsHost: true,
    run: (image) => overTls(image, 'trusted-authority', 'variable'),
  },
  {
    name: 'gate over https refuses an unknown authority with 2',
    needsHost: true,
    run: refusesUnknownAuthority,
  },
];

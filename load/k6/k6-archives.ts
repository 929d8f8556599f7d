import { K6_VERSION } from './k6-version.ts';

/** A release of k6 as its makers publish it. */
export interface K6Archive {
  readonly url: string;
  readonly sha256: string;
  /** Path of the program inside. */
  readonly program: string;
}

const DIGESTS: Readonly<Record<string, { readonly name: string; readonly sha256: string }>> = {
  'linux-x64': {
    name: `k6-v${K6_VERSION}-linux-amd64`,
    sha256: 'b5a8003c86f35f5cd5ceef1490312c48e587696c94d998cefc6d7b3b4cb1597d',
  },
};

const RELEASE = `https://github.com/grafana/k6/releases/download/v${K6_VERSION}`;

/** The release for a platform such as `linux-x64`, or undefined where no digest of it is kept here. */
export const archiveFor = (platform: string, release = RELEASE): K6Archive | undefined => {
  const known = DIGESTS[platform];
  return (
    known && {
      url: `${release}/${known.name}.tar.gz`,
      sha256: known.sha256,
      program: `${known.name}/k6`,
    }
  );
};

/** A described change, as far as the changelog shows it. */
interface Changeset {
  readonly summary: string;
}

/**
 * Item of `CHANGELOG.md` for a change: its text alone. The generator of changesets adds the hash of a commit, which says nothing to
 * users.
 */
export const getReleaseLine = ({ summary }: Changeset): string => {
  const lines = summary.split('\n').map((line) => line.trimEnd());
  return `- ${lines.map((line, at) => (at === 0 || line === '' ? line : `  ${line}`)).join('\n')}`;
};

/** Item for updated packages of the same repository: there is one package only. */
export const getDependencyReleaseLine = (): string => '';

import { curlOf } from '../../client/http/curl.ts';
import type { Redactor } from '../../client/secrets/redactor.ts';
import { shellWord } from '../../client/shell-word.ts';
import type { ResolvedTarget } from '../../client/target.ts';
import type { CellVerdict } from '../../oracles/finding.ts';
import { recordedCell } from '../../reports/console/cell-story.ts';
import { callName, type FailureStory } from '../../reports/story/failure-story.ts';
import { type Edit, type IssuedValue, issuedValues } from '../../reports/story/issued-values.ts';
import { insteadOfAnswer } from '../../spec/exchange.ts';
import { type Addresses, type Notation, substituting } from './substitution.ts';

/** What a reproduction is made from. */
export interface Reproduced {
  readonly verdict: CellVerdict;
  readonly story: FailureStory;
  /** Addresses as the run recorded them. */
  readonly recorded: Addresses;
  /** The service to send to. */
  readonly target: ResolvedTarget;
  readonly redactor: Redactor;
  /** Command that fills the variables of the credentials. */
  readonly credentials: string;
  /** Name of the run. */
  readonly run: string;
  /** True if the run was of the embedded service, whose address is another one each time. */
  readonly isEmbedded: boolean;
}

const quoted = (text: string): string => text.replace(/[\\"$`]/g, String.raw`\$&`);

/** An issued value as bash expands it inside double quotes. */
const expanded = (name: string, edit: Edit): string => {
  if ('dropped' in edit) {
    const [dropped, added] = ['?'.repeat(edit.dropped), quoted(edit.added)];
    const isAtEnd = edit.kind === 'end';
    return isAtEnd ? `\${${name}%${dropped}}${added}` : `${added}\${${name}#${dropped}}`;
  }
  if (edit.kind === 'none') return `\${${name}}`;
  const classes = edit.kind === 'upper' ? ['lower', 'upper'] : ['upper', 'lower'];
  return `$(printf %s "$${name}" | tr ${classes.map((each) => `'[:${each}:]'`).join(' ')})`;
};

const NOTATION: Notation = {
  issued: ({ name }, edit, isEncoded) =>
    isEncoded ? `$(encoded "${expanded(name, edit)}")` : expanded(name, edit),
  address: (name) => `\${${name}}`,
};

/** Program that prints a value of an answer; without single quotes, in which bash keeps it. */
const READER = String.raw`
  const [head, body, kind, place] = process.argv.slice(1);
  const read = (file) => require("node:fs").readFileSync(file, "utf8");
  let value;
  if (kind === "location") {
    const [, location = ""] = /^location:\s*(.*)$/im.exec(read(head)) ?? [];
    const parts = location.trim().split(/[?#]/)[0].split("/").filter((part) => part !== "");
    const part = parts.at(-1 - Number(place));
    value = part && decodeURIComponent(part);
  } else {
    try { value = JSON.parse(read(body).replace(/^\ufeff/, "")); } catch {}
    for (const key of place.split("/").slice(1))
      value = value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  if (value === undefined || value === null || typeof value === "object") process.exit(1);
  process.stdout.write(String(value));
`.trim();

const FUNCTIONS = `answers=$(mktemp -d) || exit 2
trap 'rm -rf "$answers"' EXIT

# call N NAME ARGUMENTS: sends a call with curl, keeps its answer, and prints its status.
call() {
  local n=$1 name=$2
  shift 2
  curl -sS -o "$answers/$n.body" -D "$answers/$n.head" -w '%{http_code}' "$@" >"$answers/$n.status"
  printf '%6s  %s -> %s\\n' "$n" "$name" "$(cat "$answers/$n.status")"
}

# pick N KIND PLACE: prints a value of the answer to call N.
pick() {
  node -e "$reader" "$answers/$1.head" "$answers/$1.body" "$2" "$3" && return
  printf 'call %s gave no %s %s; its answer:\\n' "$1" "$2" "$3" >&2
  cat "$answers/$1.head" "$answers/$1.body" >&2
  return 1
}

encoded() { node -p 'encodeURIComponent(process.argv[1])' "$1"; }`;

const pickLine = ({ name, from, place }: IssuedValue): string => {
  const words =
    'pointer' in place ? `body ${shellWord([place.pointer])}` : `location ${place.segment}`;
  return `${name}=$(pick ${from} ${words}) || exit 2`;
};

/** Variables of secrets that lines refer to; those of the script itself are in lower case or are addresses. */
const secretsIn = (lines: readonly string[], own: ReadonlySet<string>): readonly string[] => {
  const names = lines.flatMap((line) =>
    [...line.matchAll(/(?<!\\)\$\{?([A-Z_][A-Z0-9_]*)/g)].map(([, name = '']) => name),
  );
  return [...new Set(names)].filter((name) => !own.has(name)).toSorted();
};

/**
 * A bash script that sends the calls of a story again, in their order, with the ids and tokens of the new answers. It prints the
 * answer of the call that decides and ends with 0 if its status is the recorded one, with 1 if it is another one, and with 2 if it
 * got no id. It holds no secret.
 */
export const shellScript = (source: Reproduced): string => {
  const { verdict, story, target, redactor, recorded } = source;
  const lanes = story.lanes.map((lane) => lane.map(({ exchange }) => exchange));
  const { values, usesOf } = issuedValues(lanes);
  const decisive = story.lanes.flat().find(({ decides }) => decides)?.exchange;
  const sends = story.lanes.flatMap((lane) => {
    const isParallel = lane.length > 1;
    const calls = lane.map(({ exchange, part }) => {
      const own = substituting(redactor, usesOf(exchange), recorded, NOTATION);
      const options = curlOf(exchange, target, own).slice('curl -sS -i '.length);
      const name = shellWord([`${callName(exchange)} (${part})`]);
      return `call ${exchange.n} ${name} ${options}${isParallel ? ' &' : ''}`;
    });
    const gives = values.filter(({ from }) => lane.some(({ exchange }) => exchange.n === from));
    return ['', ...calls, ...(isParallel ? ['wait'] : []), ...gives.map(pickLine)];
  });
  const own = new Set(['BASE_URL', 'GAP_BASE_URL', ...values.map(({ name }) => name)]);
  const addresses = (
    [
      ['BASE_URL', 'base_url'],
      ['GAP_BASE_URL', 'gap_base_url'],
    ] as const
  )
    .filter(([name]) => sends.some((line) => line.includes(`\${${name}}`)))
    .map(([name, key]) =>
      source.isEmbedded
        ? `: "\${${name}:?the address of a service that assay serve has started}"`
        : `${name}=\${${name}:-${quoted(target[key])}}`,
    );
  const secrets = secretsIn(sends, own).map(
    (name) => `: "\${${name}:?fill it first: ${quoted(source.credentials)}}"`,
  );
  const status = decisive?.response?.status;
  return [
    '#!/usr/bin/env bash',
    ...recordedCell(verdict, source.run).map((line) => `# ${line}`),
    '# It needs bash, curl and Node. It ends with 0 if the status that decides is the recorded one, else with 1.',
    'set -u',
    ...addresses,
    ...secrets,
    `reader='${READER}'`,
    '',
    FUNCTIONS,
    ...sends,
    '',
    ...(decisive === undefined
      ? []
      : [
          `now=$(cat "$answers/${decisive.n}.status")`,
          `printf '\\ncall ${decisive.n} decides: recorded %s, now %s\\n' ${shellWord([status === undefined ? insteadOfAnswer(decisive.error) : String(status)])} "$now"`,
          `cat "$answers/${decisive.n}.head" "$answers/${decisive.n}.body" 2>/dev/null`,
          'echo',
          `[ "$now" = ${status ?? '000'} ]`,
        ]),
    '',
  ].join('\n');
};

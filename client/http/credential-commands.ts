import type { ResolvedTarget } from '../target.ts';
import type { IdentityName } from '../target/target-auth.ts';
import { TOKEN_NAMES } from '../secrets/credential.ts';
import type { Redactor } from '../secrets/redactor.ts';
import { shellWord } from '../shell-word.ts';
import { formEncoded, type OAuth2 } from './access-tokens.ts';
import { asWritten, networkWords } from './curl.ts';

/** Reads a variable of an env file without running anything that the file holds. */
const fromEnvFile = (name: string, file: string): string =>
  filled(name, `node --env-file=${shellWord([file])} -p process.env.${name}`);

/** Assigns the output of a command; a failed one exports nothing. */
const filled = (name: string, command: string): string =>
  `${name}="$(${command})" && export ${name}`;

/** Takes the token from the answer. Prints nothing of another answer, which may hold a secret as well. */
const TOKEN_READER = `node -e 'let token; try { token = JSON.parse(require("fs").readFileSync(0,"utf8").replace(/^\\uFEFF/,"")).access_token } catch {} if(typeof token !== "string") { console.error("no access_token in the answer"); process.exit(1) } process.stdout.write(token)'`;
/** Encodes a text as a form does (RFC 6749, 2.3.1). */
const FORM_ENCODER = `node -e 'process.stdout.write(String(new URLSearchParams({"":require("fs").readFileSync(0,"utf8")})).slice(1))'`;

/** The request of an access token as a bash command line. Texts with secrets are read from variables, not from arguments. */
const tokenCommand = (
  identity: IdentityName,
  auth: OAuth2,
  target: ResolvedTarget,
  redactor: Redactor,
): string => {
  const plain = (text: string): string => shellWord(redactor.pieces(text));
  const written = (key: string, value: string): string => {
    const reference = target.references[`identities.${identity}.auth.${key}`];
    return shellWord(
      reference === undefined ? redactor.pieces(value) : asWritten(value, reference),
    );
  };
  const field = (name: string, word: string): string =>
    `--data-urlencode ${shellWord([name])}@<(printf %s ${word})`;
  const encoded = (word: string, value: string): string =>
    value === formEncoded(value) ? word : `"$(printf %s ${word} | ${FORM_ENCODER})"`;
  const [id, secret] = [
    written('clientId', auth.clientId),
    written('clientSecret', auth.clientSecret),
  ];
  const pair = [encoded(id, auth.clientId), encoded(secret, auth.clientSecret)];
  const inBody = [field('client_id', id), field('client_secret', secret)];
  return [
    'curl -sS',
    ...networkWords(auth.tokenUrl, target, plain),
    "-H 'Accept: application/json' -d grant_type=client_credentials",
    ...(auth.scope === undefined ? [] : [field('scope', written('scope', auth.scope))]),
    ...(auth.clientSecretIn === 'header' ? [`-u ${pair.join(':')}`] : inBody),
    ...Object.entries(auth.parameters).map(([name, value]) =>
      field(name, written(`parameters.${name}`, value)),
    ),
    written('tokenUrl', auth.tokenUrl),
  ].join(' ');
};

/** Where the variables of a target come from. */
export interface VariableOrigins {
  /** Those of the process, which its shell has. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Those of the process and the env file. */
  readonly all: Readonly<Record<string, string | undefined>>;
  readonly envFile: string;
}

const variablesOf = ({ references, secrets }: ResolvedTarget): readonly string[] => {
  const texts = Object.values(references).flatMap((text) => [...text.matchAll(/\$\{(\w+)\}/g)]);
  const names = [...texts.map(([, name = '']) => name), ...secrets.map(({ name }) => name)];
  return [...new Set(names)].toSorted();
};

/**
 * Bash lines that fill the variables of the curl lines of a target: from its env file, and access tokens from their endpoint.
 * They hold no secret, and print none.
 */
export const credentialCommands = (
  target: ResolvedTarget,
  redactor: Redactor,
  { process: own, all, envFile }: VariableOrigins,
): readonly string[] => {
  const fromFile = variablesOf(target).filter(
    (name) => own[name] === undefined && all[name] !== undefined,
  );
  const tokens = (Object.keys(TOKEN_NAMES) as IdentityName[]).flatMap((identity) => {
    const auth = target.identities[identity]?.auth;
    if (auth?.scheme !== 'oauth2') return [];
    const command = tokenCommand(identity, auth, target, redactor);
    return [filled(TOKEN_NAMES[identity], `${command} | ${TOKEN_READER}`)];
  });
  return [...fromFile.map((name) => fromEnvFile(name, envFile)), ...tokens];
};

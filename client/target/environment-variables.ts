/** Every environment variable with a fixed name, and what it is for. `.env.example` lists the same ones. */
export const ENVIRONMENT_VARIABLES = {
  ASSAY_BASE_URL:
    'Address of the jobloss, travel and landlord lines; wins over base_url in the file.',
  ASSAY_GAP_BASE_URL: 'Address of the motor gap line; wins over gap_base_url in the file.',
  ASSAY_TOKEN: 'Bearer token of the owner; used by itself where the target names no owner.',
  ASSAY_OTHER_TOKEN: 'Token of another customer, for a target that refers to it.',
  ASSAY_NO_RIGHTS_TOKEN: 'Token of a caller without rights, for a target that refers to it.',
  HTTPS_PROXY:
    'Proxy for addresses with https, where the target names none; as HTTP_PROXY also in small letters.',
  HTTP_PROXY: 'Proxy for addresses with http, where the target names none.',
  ALL_PROXY: 'Proxy for addresses for which neither of the two is set.',
  NO_PROXY:
    'Hosts, domains and ranges, with commas between, that no proxy of the environment is used for.',
  NODE_EXTRA_CA_CERTS:
    'PEM file of certificate authorities that are trusted beside the usual ones.',
  SSL_CERT_FILE: 'PEM file of certificate authorities that are trusted beside the usual ones, too.',
  ASSAY_SIGNING_KEY:
    'Key with which certify signs, as assay keygen writes it, or the path of its file.',
  ASSAY_CACHE:
    'Folder in which k6 is kept once it was built; ~/.cache/assay where it is not set. Not read from .env.',
  GITHUB_STEP_SUMMARY: 'File to which a run adds its verdict in Markdown; set by GitHub Actions.',
  GITHUB_ACTIONS: 'Set to true by GitHub Actions: what was found is annotated there.',
} as const;

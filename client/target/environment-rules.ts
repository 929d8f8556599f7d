/**
 * Effect of a variable that is set: `harmless` none; `recorded` run.json has its name; `said` the run also prints it first;
 * `uncertified` certify also grants no certificate; `insecure` as --insecure; `refused` exit 2 before anything is sent.
 */
export type EnvironmentEffect =
  'harmless' | 'recorded' | 'said' | 'uncertified' | 'insecure' | 'refused';

/** A group of variables or Node flags that could change what is trusted or loaded. */
export interface EnvironmentRule {
  /** Separated by spaces; those with dashes are Node flags, a star matches any suffix. */
  readonly names: string;
  readonly effect: EnvironmentEffect;
  /** Effect, as a clause that follows the name in a message. */
  readonly what: string;
  /** Pattern of the values that have this effect. Default: any. */
  readonly value?: RegExp;
  /** Only if an address or a proxy uses https. */
  readonly tls?: true;
  /** Also read from `.env`; all others are read from the process only, and ignored there. */
  readonly inFile?: true;
  /** Already printed, with the proxy or the authorities that it names. */
  readonly printedElsewhere?: true;
}

/** Every variable and flag of Node 24, OpenSSL, the dynamic linker, undici and k6 that was examined, with its effect. */
export const ENVIRONMENT_RULES: readonly EnvironmentRule[] = [
  {
    names: 'NODE_TLS_REJECT_UNAUTHORIZED',
    value: /^0$/,
    tls: true,
    effect: 'insecure',
    what: 'disables the verification of certificates, as --insecure does',
  },
  {
    names: '--tls-keylog',
    tls: true,
    effect: 'refused',
    what: 'writes the TLS keys of every connection to a file, which decrypt the credentials in recorded traffic',
  },
  {
    names: 'NODE_DEBUG',
    value: /(?:^|,)\s*(?:undici|fetch|[^,]*\*)/i,
    effect: 'refused',
    what: 'prints the address of every request, including a credential in its query',
  },
  {
    names: 'NODE_DEBUG NODE_DEBUG_NATIVE --trace-tls --trace-env',
    effect: 'harmless',
    what: 'prints no credential',
  },
  {
    names: '--require -r --import --loader --experimental-loader --snapshot-blob',
    effect: 'uncertified',
    what: 'loads code into Assay that is not its own',
  },
  {
    names:
      '--conditions -C --experimental-package-map --experimental-specifier-resolution --es-module-specifier-resolution',
    effect: 'uncertified',
    what: 'makes Node load other files of packages than Assay was tested with',
  },
  {
    names: '--inspect --inspect-brk --inspect-wait --inspect-port --debug-port',
    effect: 'uncertified',
    what: 'opens a debugger, through which others could change the run and read its credentials',
  },
  {
    names: 'LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES',
    effect: 'uncertified',
    what: 'loads native code into Assay that is not its own',
  },
  {
    names: 'OPENSSL_CONF --openssl-config --openssl-shared-config OPENSSL_MODULES OPENSSL_ENGINES',
    effect: 'uncertified',
    what: 'makes OpenSSL read settings or load modules other than those of Node',
  },
  {
    names: '--tls-min-v1.0 --tls-min-v1.1 --tls-max-v1.2 --tls-cipher-list',
    tls: true,
    effect: 'said',
    what: 'allows other TLS versions or ciphers than Node does by default',
  },
  {
    names: '--use-openssl-ca --use-system-ca',
    tls: true,
    effect: 'said',
    what: 'trusts the certificate authorities of this machine, not only those of Node',
  },
  {
    names: 'NODE_USE_SYSTEM_CA',
    value: /^(?:1|true)$/,
    tls: true,
    effect: 'said',
    what: 'trusts the certificate authorities of this machine in addition to those of Node',
  },
  {
    names: 'NODE_EXTRA_CA_CERTS SSL_CERT_FILE',
    tls: true,
    inFile: true,
    printedElsewhere: true,
    effect: 'said',
    what: 'adds certificate authorities to those of Node; also for k6',
  },
  {
    names: 'HTTPS_PROXY HTTP_PROXY ALL_PROXY NO_PROXY https_proxy http_proxy all_proxy no_proxy',
    inFile: true,
    printedElsewhere: true,
    effect: 'said',
    what: 'sets the proxy of all requests; also for k6',
  },
  {
    names:
      '--report-on-fatalerror --report-uncaught-exception --report-on-signal --heapsnapshot-signal --heapsnapshot-near-heap-limit',
    effect: 'said',
    what: 'may write the memory or the environment of Assay into a file, credentials included; delete such files',
  },
  {
    names:
      '--tls-min-v1.2 --tls-min-v1.3 --tls-max-v1.3 --use-bundled-ca --openssl-legacy-provider --force-fips --enable-fips --secure-heap --secure-heap-min',
    effect: 'recorded',
    what: 'trusts no more than Node does by default',
  },
  { names: 'SSL_CERT_DIR', effect: 'recorded', what: 'is read only with --use-openssl-ca' },
  {
    names: 'NODE_PATH NODE_COMPILE_CACHE LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH',
    effect: 'recorded',
    what: 'adds search paths for modules or libraries that Assay includes',
  },
  {
    names:
      'NODE_ICU_DATA --icu-data-dir --max-http-header-size --dns-result-order --no-network-family-autoselection --network-family-autoselection-attempt-timeout',
    effect: 'recorded',
    what: 'changes DNS lookup or the maximum size of headers',
  },
  {
    names: '--insecure-http-parser --http-parser',
    effect: 'recorded',
    what: 'affects only the reference service; answers are parsed by undici',
  },
  {
    names:
      'SSLKEYLOGFILE NODE_USE_ENV_PROXY --use-env-proxy NODE_REPL_EXTERNAL_MODULE NODE_V8_COVERAGE NODE_PRESERVE_SYMLINKS --preserve-symlinks UNDICI_*',
    effect: 'harmless',
    what: 'is not read by anything that sends requests of Assay',
  },
  {
    names: 'K6_PROMETHEUS_RW_* K6_OTEL_* OTEL_* K6_INFLUXDB_* K6_WEB_DASHBOARD*',
    inFile: true,
    effect: 'harmless',
    what: 'is passed on to k6: it configures outputs of metrics, not requests',
  },
  {
    names: 'K6_* GODEBUG',
    effect: 'harmless',
    what: 'is not passed on to k6, which gets an environment of its own; so K6_INSECURE_SKIP_TLS_VERIFY has no effect',
  },
  {
    names: 'ASSAY_CACHE PATH PATHEXT',
    effect: 'harmless',
    what: 'determines where programs such as k6 are found and cached',
  },
  {
    names: 'NPM_CONFIG_* npm_config_*',
    inFile: true,
    effect: 'harmless',
    what: 'is for npm, which verifies every package by its digest in package-lock.json',
  },
];

import { logLevels } from '../log.js';
import { addressRanges, host, httpUrl, postgresUrl, smtpUrl } from './addresses.js';
import { existingFile, file, folder, optionalFolder, tlsFiles } from './files.js';
import {
  choice,
  decimal,
  flag,
  headerSecret,
  integer,
  namedTokens,
  perTier,
  rate,
  type Setting,
  sharedSecrets,
  text,
  timeZone,
} from './setting.js';
import { sitePath } from './site-path.js';

const seconds = { minimum: 0, maximum: 31_536_000 };

/** Every section and key of the configuration. The file spells them in snake case. */
export const sections = {
  server: {
    host: host({ default: '127.0.0.1', description: 'IP address or host name to listen on.' }),
    port: integer(
      { minimum: 0, maximum: 65_535 },
      { default: 4000, description: 'TCP port to listen on; 0: any free port.' },
    ),
    dataDir: folder({
      default: './data',
      description: 'Directory for the embedded database, generated keys and stored files.',
    }),
    trustedProxies: addressRanges({
      default: [],
      description:
        'IP addresses or CIDR ranges of reverse proxies whose X-Forwarded-* headers are trusted, separated by commas.',
    }),
    maxConnectionsPerSource: integer(
      { minimum: 1, maximum: 1_000_000 },
      {
        default: 500,
        description:
          'Maximum number of open connections per source address (IPv6: per /64) and listener. Connections from trusted proxies are not counted.',
      },
    ),
    maxRequestsPerMinute: integer(
      { minimum: 0, maximum: 1_000_000_000 },
      {
        default: 12_000,
        description:
          'Maximum number of requests per minute to the graph and the REST paths, per token, account or client, or per source address without credentials; 0: unlimited. Check-ins, notifications, health checks, metrics and requests from this machine are not counted.',
      },
    ),
    publicUrl: httpUrl({
      default: '',
      description:
        'Public base URL of this server, such as https://rampart.example.com; empty: only this machine reaches it.',
    }),
    logLevel: choice(logLevels, { default: 'info', description: 'Minimum log level.' }),
  },
  database: {
    url: postgresUrl({ default: '', description: 'PostgreSQL connection URL; empty: the embedded database.' }),
    poolSize: integer(
      { minimum: 1, maximum: 1000 },
      {
        default: 10,
        description:
          'Maximum number of database connections per process. With 6 or more, some are reserved for long reads, for aggregates, and for authentication, check-ins and health checks.',
      },
    ),
  },
  auth: {
    alerts: choice(['open', 'token', 'open open'], {
      default: 'open',
      description:
        'token: alerts require a token; open: they do not, and the server starts only where no other machine can reach it; open open: they do not, anywhere.',
    }),
    adminToken: headerSecret({
      default: '',
      description:
        'Token of the administrator “admin”, at least 32 characters; empty: generated on first start and stored in data_dir/admin-token, unless admin_tokens is set.',
    }),
    adminTokens: namedTokens({
      default: [],
      description:
        'Tokens of named administrators as name:token, separated by commas; each token at least 32 characters (openssl rand -base64 32).',
    }),
  },
  graphql: {
    documents: choice(['any', 'trusted'], {
      default: 'any',
      description: 'any: execute any GraphQL document; trusted: execute only trusted documents.',
    }),
    trustedDocumentsFile: existingFile({
      default: '',
      description: 'JSON file of trusted documents: an object from SHA-256 hash to document text.',
    }),
    maxTokens: integer(
      { minimum: 100, maximum: 1_000_000 },
      { default: 5000, description: 'Maximum number of tokens in a document.' },
    ),
    maxOperations: integer(
      { minimum: 1, maximum: 10_000 },
      { default: 50, description: 'Maximum number of operations in a document.' },
    ),
    maxDepth: integer(
      { minimum: 1, maximum: 1000 },
      { default: 15, description: 'Maximum depth of nested selections.' },
    ),
    maxAliases: integer(
      { minimum: 0, maximum: 10_000 },
      { default: 60, description: 'Maximum number of aliases in an operation.' },
    ),
    maxDirectives: integer(
      { minimum: 0, maximum: 10_000 },
      { default: 50, description: 'Maximum number of directives in a document.' },
    ),
    maxRootFields: integer(
      { minimum: 1, maximum: 1000 },
      { default: 20, description: 'Maximum number of root fields in an operation.' },
    ),
    maxCost: integer(
      { minimum: 1, maximum: 1_000_000_000 },
      { default: 100_000, description: 'Maximum cost of an operation, as computed from @cost and @listSize.' },
    ),
    maxBodyBytes: integer(
      { minimum: 1024, maximum: 1_073_741_824 },
      { default: 10_485_760, description: 'Maximum size of a request body, in bytes.' },
    ),
    timeoutSeconds: decimal(
      { minimum: 0.1, maximum: 3600 },
      { default: 30, description: 'Maximum duration of a request, in seconds.' },
    ),
  },
  audit: {
    retentionDays: integer(
      { minimum: 0, maximum: 36_500 },
      { default: 365, description: 'Days that entries of the audit log are retained; 0: forever.' },
    ),
  },
  events: {
    keptMinutes: integer(
      { minimum: 1, maximum: 10_080 },
      {
        default: 60,
        description: 'Minutes that events are retained: a client of /events that reconnects within them misses none.',
      },
    ),
    maxStreams: integer(
      { minimum: 0, maximum: 100_000 },
      { default: 1000, description: 'Maximum number of open /events streams per process.' },
    ),
    maxStreamsPerCaller: integer(
      { minimum: 1, maximum: 100_000 },
      {
        default: 20,
        description:
          'Maximum number of open /events streams per operator, or per source address without a token, and process.',
      },
    ),
    heartbeatSeconds: decimal(
      { minimum: 0.1, maximum: 300 },
      { default: 15, description: 'Seconds between heartbeats of an idle /events stream.' },
    ),
  },
  alerts: {
    correlationWindowSeconds: decimal(seconds, {
      default: 300,
      description: 'Alerts of other endpoints are related when they were seen within this many seconds of each other.',
    }),
    minThreshold: decimal(
      { minimum: 0, maximum: 1 },
      { default: 0.5, description: 'Minimum attack_prob, 0 to 1, for which an inference opens or joins an alert.' },
    ),
    dedupWindowSeconds: decimal(seconds, {
      default: 3600,
      description: 'An inference joins an existing alert that was last seen within this many seconds.',
    }),
  },
  zones: {
    pitTtlSeconds: integer(
      { minimum: 1, maximum: 86_400 },
      { default: 120, description: 'Seconds after its last request at which a search session (pit) expires.' },
    ),
    emailConfirmation: choice(['auto', 'required', 'off'], {
      default: 'auto',
      description:
        'Whether an account can be approved only after its e-mail address is confirmed; auto: required if [mail] smtp_url is set.',
    }),
    renewUrl: httpUrl({ default: '', description: 'URL at which users renew an expired subscription.' }),
    rdapBootstrapUrl: httpUrl({
      default: 'https://data.iana.org/rdap/dns.json',
      description: 'URL of the RDAP bootstrap registry (RFC 9224).',
    }),
    rdapAllowPrivate: flag({ default: false, description: 'Allow RDAP servers with private or loopback addresses.' }),
    rdapPerMinute: perTier({
      default: [0, 10, 30],
      description:
        'Maximum number of RDAP lookups per minute and account, for the tiers trial, basic and enterprise; 0: not available.',
    }),
    rdapPerDay: perTier({
      default: [0, 100, 1000],
      description:
        'Maximum number of RDAP lookups per day and account, for the tiers trial, basic and enterprise; 0: not available.',
    }),
  },
  licenses: {
    host: host({ default: '127.0.0.1', description: 'IP address or host name to listen on for controllers.' }),
    port: integer(
      { minimum: 0, maximum: 65_535 },
      { default: 8900, description: 'TCP port to listen on for controllers; 0: any free port.' },
    ),
    tls: tlsFiles({
      default: 'auto',
      description:
        'auto: a generated self-signed certificate; off: plain HTTP; or the paths of a certificate file and a key file (PEM), separated by a comma.',
    }),
    controllerAuth: choice(['open', 'certificate', 'secret'], {
      default: 'open',
      description:
        'How controllers authenticate. open: not at all; certificate: with a client certificate that client_ca_file issued for their GUID; secret: with enrolment_secret.',
    }),
    clientCaFile: existingFile({
      default: '',
      description: 'Certificates (PEM) of the authorities that issue client certificates to controllers.',
    }),
    enrolmentSecret: sharedSecrets({
      default: [],
      description:
        'Secrets that controllers send as bearer tokens, at least 32 characters each, separated by commas. Each is accepted.',
    }),
    alarmWindowSeconds: integer(
      { minimum: 0, maximum: 2_592_000 },
      { default: 3600, description: 'Window, in seconds, in which check-ins are counted for alarms; 0: no alarms.' },
    ),
    alarmNewControllers: integer(
      { minimum: 0, maximum: 1000 },
      {
        default: 50,
        description:
          'Number of new controllers within alarm_window_seconds, from one source or in total, that raises an alarm; 0: no such alarm.',
      },
    ),
    licenseFile: file({ default: '', description: 'Path of the signed license.' }),
    publicKeyFile: file({ default: '', description: 'Path of the public key (PEM) that verifies licenses.' }),
    blacklistFile: file({
      default: '',
      description: 'Path of the blacklist: GUIDs, IP addresses and CIDR ranges, one per line.',
    }),
    departmentsFile: file({
      default: '',
      description: 'Path of the departments file (JSON): an array of {name, addresses, configuration}.',
    }),
    rate: rate({
      default: { count: 60, unit: 'm' },
      description: 'Maximum rate of requests per source and endpoint, such as 60/m.',
    }),
    limit: flag({ default: true, description: 'True: refuse requests above the rate; False: only count them.' }),
    blacklist: choice(['', 'ip'], {
      default: '',
      description: 'ip: also match addresses in the blacklist with the source address of a request.',
    }),
    timeZone: timeZone({
      default: '',
      description: 'IANA time zone of timestamps in answers; empty: time zone of the server.',
    }),
  },
  drive: {
    authUrl: httpUrl({ default: '', description: 'Base URL of the OAuth 2.0 token service.' }),
    graphUrl: httpUrl({ default: '', description: 'Base URL of the Microsoft Graph API, or of a compatible site.' }),
    tenantId: text({ default: '', description: 'Tenant (directory) ID of the document site.' }),
    clientId: text({ default: '', description: 'Client ID of the application that reads the site.' }),
    clientSecret: text({ default: '', secret: true, description: 'Client secret of the application.' }),
    siteHostname: text({ default: '', description: 'Host name of the document site.' }),
    sitePath: sitePath({
      default: '',
      description: 'Path of the site: /sites/NAME, /teams/NAME, or NAME, which means /sites/NAME.',
    }),
    notificationUrl: httpUrl({
      default: '',
      description: 'Public URL of this server’s /drive/notifications, to which the site sends change notifications.',
    }),
    clientState: text({
      default: '',
      secret: true,
      description: 'Secret that the site repeats in each notification; empty: a random one per subscription.',
    }),
    notificationsAllowPrivate: flag({
      default: false,
      description: 'Allow mirror clients to receive notifications at private and loopback addresses.',
    }),
    folder: optionalFolder({
      default: '',
      description: 'Local directory to serve as a document site instead of a remote one; empty: none.',
    }),
  },
  mail: {
    smtpUrl: smtpUrl({
      default: '',
      description: 'SMTP server as an smtp: or smtps: URL; empty: mails are written to files in data_dir.',
    }),
    from: text({ default: '', description: 'Sender address of mails.' }),
  },
  backup: {
    passphrase: text({
      default: '',
      secret: true,
      description:
        'Passphrase that encrypts backups, at least 12 characters; empty: backup and restore read --passphrase-file or prompt for it.',
    }),
  },
  cluster: {
    alertsUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the alerts subgraph; empty: it runs in this process.',
    }),
    zonesUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the zones subgraph; empty: it runs in this process.',
    }),
    licensesUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the licenses subgraph; empty: it runs in this process.',
    }),
    driveUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the drive subgraph; empty: it runs in this process.',
    }),
    sharedSecret: sharedSecrets({
      default: [],
      description:
        'Secrets that sign calls between gateway and subgraphs, separated by commas. The first signs; each is accepted.',
    }),
  },
} as const satisfies Record<string, Record<string, Setting<unknown>>>;

type Sections = typeof sections;

export type SectionName = keyof Sections;

/** The typed values of every section. */
export type SectionValues = {
  readonly [Section in SectionName]: {
    readonly [Key in keyof Sections[Section]]: Sections[Section][Key] extends Setting<infer T> ? T : never;
  };
};

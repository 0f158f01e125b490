import { logLevels } from '../log.js';
import { addressRanges, host, httpUrl, mailSender, postgresUrl, smtpUrl } from './addresses.js';
import { existingFile, folder } from './files.js';
import { oidcSection } from './oidc-section.js';
import { serviceSections } from './service-sections.js';
import {
  choice,
  decimal,
  flag,
  headerSecret,
  integer,
  namedTokens,
  passphrase,
  type Setting,
  sharedSecrets,
  text,
  workers,
} from './setting.js';
import { telemetrySection } from './telemetry-section.js';

/** Every section and key of the configuration. The settings file spells the keys in snake case. */
export const sections = {
  server: {
    host: host({ default: '127.0.0.1', description: 'IP address or hostname to listen on.' }),
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
          'Maximum number of requests per minute to the graph and the REST paths, per token, account or client, or per source address without credentials; 0: unlimited. An event stream counts as one request. Check-ins, notifications of document sites, health checks, metrics and requests from this machine are not counted.',
      },
    ),
    publicUrl: httpUrl({
      default: '',
      description:
        'Public base URL of this server, such as https://rampart.example.com: the base of links, and required for sign-in with an identity provider. Empty: none.',
    }),
    workers: workers(),
    drainSeconds: integer(
      { minimum: 0, maximum: 3600 },
      {
        default: 0,
        description:
          'Seconds to keep serving after SIGTERM, while /health/ready already returns 503; at least the time in which load balancers detect this. 0: stop immediately.',
      },
    ),
    responseCacheMegabytes: integer(
      { minimum: 0, maximum: 65_536 },
      {
        default: 64,
        description:
          'Memory for cached responses about alerts and endpoints, in megabytes (2^20 bytes) per process. A cached response is reused until an alert changes. 0: every request is executed.',
      },
    ),
    logLevel: choice(logLevels, {
      default: 'info',
      description: 'Minimum log level: trace, debug, info, warn, error, fatal or silent.',
    }),
  },
  database: {
    url: postgresUrl({ default: '', description: 'PostgreSQL connection URL; empty: the embedded database.' }),
    readUrl: postgresUrl({
      default: '',
      description:
        'PostgreSQL connection URL of a standby, or of a load balancer in front of several, for long reads and aggregates. These reads see everything that was committed before they start: a standby that lags or fails is not used. Empty: all reads use url.',
    }),
    poolSize: integer(
      { minimum: 1, maximum: 1000 },
      {
        default: 10,
        description:
          'Maximum number of database connections per process for requests; jobs use up to 4 more, and backtests and live updates 1 each. With 6 or more connections, some are reserved for long reads, for aggregates, and for authentication, check-ins, health checks and metrics.',
      },
    ),
  },
  auth: {
    alerts: choice(['open', 'token', 'open open'], {
      default: 'open',
      description:
        'Whether requests for alerts require a token. token: yes; open: no, and the server starts only if no other machine can reach it; open open: no, even if other machines can reach the server.',
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
  session: {
    idleMinutes: decimal(
      { minimum: 0.1, maximum: 43_200 },
      {
        default: 60,
        description:
          'Minutes after which a browser session that is not used ends. Automatic refreshes of the console do not count as use.',
      },
    ),
    maxHours: decimal(
      { minimum: 0.01, maximum: 720 },
      { default: 12, description: 'Hours after which a browser session ends, even if it is used.' },
    ),
    peopleDays: integer(
      { minimum: 0, maximum: 36_500 },
      {
        default: 400,
        description:
          'Retention of entries in the list of people who have signed in, in days after the last sign-in; 0: unlimited.',
      },
    ),
  },
  oidc: oidcSection,
  gateway: {
    engine: choice(['rampart', 'apollo'], {
      default: 'rampart',
      description:
        'Engine that executes operations of the graph. rampart: the built-in engine; apollo: @apollo/server with @apollo/gateway.',
    }),
    apolloPlugins: existingFile({
      default: '',
      description:
        'JavaScript module with plugins and options for Apollo Server, such as ./plugins.mjs; requires engine = apollo.',
    }),
  },
  graphql: {
    documents: choice(['any', 'trusted'], {
      default: 'any',
      description: 'Which GraphQL documents are executed. any: all documents; trusted: only trusted documents.',
    }),
    trustedDocumentsFile: existingFile({
      default: '',
      description:
        'JSON file of trusted documents, in addition to those of the console and the REST paths: an object that maps the SHA-256 hash of each document to its text. Empty: no additional documents.',
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
      {
        default: 60,
        description: 'Maximum number of aliases and repeated fields in an operation, with fragments expanded.',
      },
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
      { default: 10_485_760, description: 'Maximum size of a request body of /graphql, in bytes.' },
    ),
    timeoutSeconds: decimal(
      { minimum: 0.1, maximum: 3600 },
      {
        default: 30,
        description:
          'Maximum duration of a request, in seconds; for imports and exports, the maximum time in which the client neither sends nor reads.',
      },
    ),
  },
  audit: {
    retentionDays: integer(
      { minimum: 0, maximum: 36_500 },
      { default: 365, description: 'Retention of audit log entries, in days; 0: unlimited.' },
    ),
  },
  events: {
    keptMinutes: integer(
      { minimum: 1, maximum: 10_080 },
      {
        default: 60,
        description:
          'Retention of events, in minutes. A client of /events or of a subscription that reconnects within this time receives all events that it missed.',
      },
    ),
    maxStreams: integer(
      { minimum: 0, maximum: 100_000 },
      {
        default: 1000,
        description:
          'Maximum number of open /events streams, subscriptions and WebSockets of all workers together; 0: all are rejected.',
      },
    ),
    maxStreamsPerCaller: integer(
      { minimum: 1, maximum: 100_000 },
      {
        default: 20,
        description:
          'Maximum number of open /events streams, subscriptions and WebSockets of all workers together for each operator, or for each source address (IPv6: per /64) of other clients.',
      },
    ),
    heartbeatSeconds: decimal(
      { minimum: 0.1, maximum: 300 },
      { default: 15, description: 'Seconds between heartbeats of /events streams, subscriptions and WebSockets.' },
    ),
  },
  ...serviceSections,
  mail: {
    smtpUrl: smtpUrl({
      default: '',
      description: 'SMTP server as an smtp: or smtps: URL; empty: emails are written to files in data_dir/mail.',
    }),
    from: mailSender({
      default: '',
      description: 'Sender address of emails; empty: rampart@HOST with the hostname of this server.',
    }),
  },
  notifications: {
    allowPrivate: flag({
      default: false,
      description: 'Whether webhooks may have private or loopback addresses, and use http.',
    }),
    encryptionKey: text({
      default: '',
      secret: true,
      description:
        'Key that encrypts the secrets of webhooks in the database, such as the output of openssl rand -base64 32; the same in all processes. Empty: the secrets are stored unencrypted.',
    }),
    retentionDays: integer(
      { minimum: 1, maximum: 3650 },
      { default: 30, description: 'Retention of delivered and dead notification messages, in days.' },
    ),
  },
  telemetry: telemetrySection,
  backup: {
    passphrase: passphrase({
      default: '',
      description:
        'Passphrase that encrypts backups, at least 12 characters; empty: backup and restore read --passphrase-file or prompt for it.',
    }),
  },
  cluster: {
    alertsUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the alerts subgraph; empty: the subgraph runs in this process.',
    }),
    zonesUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the zones subgraph; empty: the subgraph runs in this process.',
    }),
    licensesUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the licenses subgraph; empty: the subgraph runs in this process.',
    }),
    driveUrl: httpUrl({
      default: '',
      description: 'URL of the process that runs the drive subgraph; empty: the subgraph runs in this process.',
    }),
    sharedSecret: sharedSecrets({
      default: [],
      description:
        'Secrets that sign calls between gateway and subgraphs, at least 32 characters each, separated by commas; required if a subgraph runs in another process. The first one signs; all of them are accepted.',
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

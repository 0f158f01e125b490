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
    host: host({ default: '127.0.0.1', description: 'Address to listen on.' }),
    port: integer({ minimum: 0, maximum: 65_535 }, { default: 4000, description: 'Port; 0 picks a free one.' }),
    dataDir: folder({ default: './data', description: 'Folder of the embedded database and of generated keys.' }),
    trustedProxies: addressRanges({
      default: [],
      description: 'Addresses or CIDR ranges of proxies whose forwarded headers count.',
    }),
    maxConnectionsPerSource: integer(
      { minimum: 1, maximum: 1_000_000 },
      {
        default: 500,
        description:
          'Maximum number of open connections of one address (IPv6: of one /64) to one listener; those of trusted proxies are not counted.',
      },
    ),
    maxRequestsPerMinute: integer(
      { minimum: 0, maximum: 1_000_000_000 },
      {
        default: 12_000,
        description:
          'Maximum number of requests of one token, account or client to the graph and the REST paths in a minute, and of one address without credentials; 0: no limit. Check-ins, notifications, health, metrics and requests of this machine itself are not counted.',
      },
    ),
    publicUrl: httpUrl({ default: '', description: 'The URL under which clients reach this server.' }),
    logLevel: choice(logLevels, { default: 'info', description: 'Least level that is logged.' }),
  },
  database: {
    url: postgresUrl({ default: '', description: 'PostgreSQL URL; empty: the embedded database.' }),
    poolSize: integer(
      { minimum: 1, maximum: 1000 },
      {
        default: 10,
        description:
          'Database connections of one process. From 6 on they are divided: some for long reads, for counts, and a reserve for authentication, check-ins and health.',
      },
    ),
  },
  auth: {
    alerts: choice(['open', 'token', 'open open'], {
      default: 'open',
      description: 'open: alerts need no token (loopback only, unless said twice: open open); token: they do.',
    }),
    adminToken: headerSecret({
      default: '',
      description:
        'Token of the administrator “admin”, at least 32 characters; empty: made on first start in data_dir/admin-token, unless admin_tokens has some.',
    }),
    adminTokens: namedTokens({
      default: [],
      description:
        'Tokens of further administrators as name:token, separated by commas; at least 32 characters each (openssl rand -base64 32).',
    }),
  },
  graphql: {
    documents: choice(['any', 'trusted'], {
      default: 'any',
      description: 'trusted: only documents of the trusted list are executed.',
    }),
    trustedDocumentsFile: existingFile({ default: '', description: 'JSON object of trusted documents: hash to text.' }),
    maxTokens: integer({ minimum: 100, maximum: 1_000_000 }, { default: 5000, description: 'Tokens of a document.' }),
    maxOperations: integer(
      { minimum: 1, maximum: 10_000 },
      { default: 50, description: 'Maximum number of operations in a document.' },
    ),
    maxDepth: integer({ minimum: 1, maximum: 1000 }, { default: 15, description: 'Depth of selections.' }),
    maxAliases: integer({ minimum: 0, maximum: 10_000 }, { default: 60, description: 'Aliases in an operation.' }),
    maxDirectives: integer({ minimum: 0, maximum: 10_000 }, { default: 50, description: 'Directives in a document.' }),
    maxRootFields: integer({ minimum: 1, maximum: 1000 }, { default: 20, description: 'Root fields of an operation.' }),
    maxCost: integer(
      { minimum: 1, maximum: 1_000_000_000 },
      { default: 100_000, description: 'Cost of an operation.' },
    ),
    maxBodyBytes: integer(
      { minimum: 1024, maximum: 1_073_741_824 },
      { default: 10_485_760, description: 'Bytes of a request body.' },
    ),
    timeoutSeconds: decimal({ minimum: 0.1, maximum: 3600 }, { default: 30, description: 'Time for one request.' }),
  },
  audit: {
    retentionDays: integer(
      { minimum: 0, maximum: 36_500 },
      { default: 365, description: 'Days until an entry of the audit log is removed; 0: entries are never removed.' },
    ),
  },
  events: {
    keptMinutes: integer(
      { minimum: 1, maximum: 10_080 },
      { default: 60, description: 'How long clients of /events can come back and miss nothing.' },
    ),
    maxStreams: integer(
      { minimum: 0, maximum: 100_000 },
      { default: 1000, description: 'Open streams of one process.' },
    ),
    maxStreamsPerCaller: integer(
      { minimum: 1, maximum: 100_000 },
      { default: 20, description: 'Open streams of one operator, or of one address without a token, in one process.' },
    ),
    heartbeatSeconds: decimal(
      { minimum: 0.1, maximum: 300 },
      { default: 15, description: 'Pause between signs of life.' },
    ),
  },
  alerts: {
    correlationWindowSeconds: decimal(seconds, {
      default: 300,
      description: 'Alerts of other endpoints within this distance are related.',
    }),
    minThreshold: decimal({ minimum: 0, maximum: 1 }, { default: 0.5, description: 'Least attack_prob of an alert.' }),
    dedupWindowSeconds: decimal(seconds, {
      default: 3600,
      description: 'An inference within this distance joins an existing alert.',
    }),
  },
  zones: {
    pitTtlSeconds: integer(
      { minimum: 1, maximum: 86_400 },
      { default: 120, description: 'Life of a paging session after its last request.' },
    ),
    emailConfirmation: choice(['auto', 'required', 'off'], {
      default: 'auto',
      description:
        'Whether an e-mail address must be confirmed before its account is approved. auto: required where [mail] smtp_url is set.',
    }),
    renewUrl: httpUrl({ default: '', description: 'Where an expired subscription is renewed.' }),
    rdapBootstrapUrl: httpUrl({
      default: 'https://data.iana.org/rdap/dns.json',
      description: 'Bootstrap registry of RDAP servers (RFC 9224).',
    }),
    rdapAllowPrivate: flag({ default: false, description: 'Allow RDAP servers at private addresses.' }),
    rdapPerMinute: perTier({ default: [0, 10, 30], description: 'RDAP look-ups a minute: trial, basic, enterprise.' }),
    rdapPerDay: perTier({ default: [0, 100, 1000], description: 'RDAP look-ups a day: trial, basic, enterprise.' }),
  },
  licenses: {
    host: host({ default: '127.0.0.1', description: 'Address of the controllers’ listener.' }),
    port: integer(
      { minimum: 0, maximum: 65_535 },
      { default: 8900, description: 'Port of the controllers’ listener.' },
    ),
    tls: tlsFiles({ default: 'auto', description: 'auto, off, or certificate and key files separated by a comma.' }),
    controllerAuth: choice(['open', 'certificate', 'secret'], {
      default: 'open',
      description:
        'open: controllers need no proof of who they are; certificate: a client certificate of client_ca_file with their GUID; secret: enrolment_secret.',
    }),
    clientCaFile: existingFile({
      default: '',
      description: 'PEM certificates of the authorities that issue client certificates of controllers.',
    }),
    enrolmentSecret: sharedSecrets({
      default: [],
      description:
        'What controllers send as Authorization: Bearer, at least 32 characters; of several, separated by commas, each is accepted.',
    }),
    alarmWindowSeconds: integer(
      { minimum: 0, maximum: 2_592_000 },
      { default: 3600, description: 'Time over which check-ins are watched for alarms; 0: none are raised.' },
    ),
    alarmNewControllers: integer(
      { minimum: 0, maximum: 1000 },
      {
        default: 50,
        description:
          'New controllers of one source, or in all, within alarm_window_seconds that raise an alarm; 0: none.',
      },
    ),
    licenseFile: file({ default: '', description: 'The signed license.' }),
    publicKeyFile: file({ default: '', description: 'Public key that licenses are verified with.' }),
    blacklistFile: file({ default: '', description: 'GUIDs, addresses and ranges that are refused.' }),
    departmentsFile: file({ default: '', description: 'Departments with their address ranges (JSON).' }),
    rate: rate({ default: { count: 60, unit: 'm' }, description: 'Requests of one source to one endpoint.' }),
    limit: flag({ default: true, description: 'True: block above the rate; False: only count.' }),
    blacklist: choice(['', 'ip'], {
      default: '',
      description: 'ip: match the blacklist’s addresses with the source address.',
    }),
    timeZone: timeZone({ default: '', description: 'IANA time zone of timestamps; empty: the server’s.' }),
  },
  drive: {
    authUrl: httpUrl({ default: '', description: 'Base URL of the token service.' }),
    graphUrl: httpUrl({ default: '', description: 'Base URL of the document site’s API.' }),
    tenantId: text({ default: '', description: 'Directory (tenant) of the document site.' }),
    clientId: text({ default: '', description: 'Application that reads the site.' }),
    clientSecret: text({ default: '', secret: true, description: 'Its secret.' }),
    siteHostname: text({ default: '', description: 'Host name of the document site.' }),
    sitePath: sitePath({
      default: '',
      description: 'Path of the site: /sites/security, /teams/security, or security for the first.',
    }),
    notificationUrl: httpUrl({ default: '', description: 'Where the site sends change notifications.' }),
    clientState: text({ default: '', secret: true, description: 'Secret in each notification; empty: random.' }),
    notificationsAllowPrivate: flag({
      default: false,
      description: 'Allow clients of the mirror to receive notifications at private and loopback addresses.',
    }),
    folder: optionalFolder({
      default: '',
      description: 'Folder to serve as a document site, instead of a site to copy; empty: none.',
    }),
  },
  mail: {
    smtpUrl: smtpUrl({
      default: '',
      description: 'SMTP server (smtp or smtps URL); empty: mails become files in data_dir.',
    }),
    from: text({ default: '', description: 'Sender of mails.' }),
  },
  backup: {
    passphrase: text({
      default: '',
      secret: true,
      description:
        'Encrypts backups, 12 characters or more; empty: the commands ask for one, or read --passphrase-file.',
    }),
  },
  cluster: {
    alertsUrl: httpUrl({ default: '', description: 'Address of the alerts subgraph when it runs apart.' }),
    zonesUrl: httpUrl({ default: '', description: 'Address of the zones subgraph when it runs apart.' }),
    licensesUrl: httpUrl({ default: '', description: 'Address of the licenses subgraph when it runs apart.' }),
    driveUrl: httpUrl({ default: '', description: 'Address of the drive subgraph when it runs apart.' }),
    sharedSecret: sharedSecrets({
      default: [],
      description: 'Signs calls between gateway and subgraphs; of several the first signs, all are accepted.',
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

import { host, httpUrl } from './addresses.js';
import { existingFile, file, optionalFolder, tlsFiles } from './files.js';
import { retentionRules } from './retention-rules.js';
import {
  choice,
  decimal,
  flag,
  integer,
  perSeverity,
  perTier,
  rate,
  type Setting,
  sharedSecrets,
  text,
  timeZone,
} from './setting.js';
import { sitePath } from './site-path.js';

const seconds = { minimum: 0, maximum: 31_536_000 };
/** The sections of the four services. */
export const serviceSections = {
  alerts: {
    correlationWindowSeconds: decimal(seconds, {
      default: 300,
      description: 'Maximum time, in seconds, between alerts of different endpoints that are related.',
    }),
    minThreshold: decimal(
      { minimum: 0, maximum: 1 },
      { default: 0.5, description: 'Minimum attack_prob, 0 to 1, for which an inference opens or joins an alert.' },
    ),
    dedupWindowSeconds: decimal(seconds, {
      default: 3600,
      description: 'Maximum time, in seconds, since an alert was last seen at which a new inference joins it.',
    }),
    incidentMinAlerts: integer(
      { minimum: 0, maximum: 1000 },
      {
        default: 0,
        description:
          'Number of related alerts with shared techniques for which a rule opens an incident; later ones join it. 0: analysts open all incidents.',
      },
    ),
    incidentSharedTechniques: integer(
      { minimum: 0, maximum: 100 },
      {
        default: 1,
        description:
          'Number of techniques that related alerts must have in common for the rule of incident_min_alerts; 0: none.',
      },
    ),
    bulkMaxAlerts: integer(
      { minimum: 1, maximum: 10_000_000 },
      { default: 1_000_000, description: 'Maximum number of alerts that are changed by a filter at once.' },
    ),
    acknowledgeMinutes: perSeverity({
      default: [1440, 480, 60, 15],
      description:
        'Targets, in minutes from the opening of an alert until it is acknowledged, for the severities low, medium, high and critical; 0: no target.',
    }),
    resolveMinutes: perSeverity({
      default: [10_080, 4320, 1440, 240],
      description:
        'Targets, in minutes from the opening of an alert until it is closed, for the severities low, medium, high and critical; 0: no target.',
    }),
    retentionDays: retentionRules({
      default: [],
      description:
        'Days that alerts are kept after their last change, as rules separated by commas: STATUS=DAYS or STATUS@TENANT=DAYS, with a status, closed or all, such as closed=400, closed@acme=30, open=0. 0 and alerts without a rule: forever.',
    }),
  },
  zones: {
    pitTtlSeconds: integer(
      { minimum: 1, maximum: 86_400 },
      { default: 120, description: 'Idle timeout of a search session (pit), in seconds.' },
    ),
    emailConfirmation: choice(['auto', 'required', 'off'], {
      default: 'auto',
      description:
        'Whether an account can be approved only after its email address is confirmed; auto: required if [mail] smtp_url is set.',
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
    host: host({ default: '127.0.0.1', description: 'IP address or hostname to listen on for controllers.' }),
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
      { default: 3600, description: 'Window, in seconds, in which check-ins are counted for alarms; 0: disabled.' },
    ),
    alarmNewControllers: integer(
      { minimum: 0, maximum: 1000 },
      {
        default: 50,
        description:
          'Number of new controllers within alarm_window_seconds, from one source or in total, that raises an alarm; 0: disabled.',
      },
    ),
    licenseFile: file({ default: '', description: 'Path of the signed license; empty: check-ins are rejected.' }),
    publicKeyFile: file({
      default: '',
      description: 'Path of the public key (PEM) that verifies licenses; required with license_file.',
    }),
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
    limit: flag({ default: true, description: 'True: reject requests above the rate; False: only count them.' }),
    blacklist: choice(['', 'ip'], {
      default: '',
      description:
        'ip: match GUIDs and the source address of a request against the blacklist; empty: match GUIDs only.',
    }),
    timeZone: timeZone({
      default: '',
      description: 'IANA time zone of timestamps in responses; empty: time zone of the server.',
    }),
  },
  drive: {
    authUrl: httpUrl({
      default: '',
      description: 'Base URL of the OAuth 2.0 token service; required to connect to a document site.',
    }),
    graphUrl: httpUrl({ default: '', description: 'Base URL of the Microsoft Graph API, or of a compatible site.' }),
    tenantId: text({ default: '', description: 'Tenant (directory) ID of the document site.' }),
    clientId: text({ default: '', description: 'Client ID of the application that reads the site.' }),
    clientSecret: text({ default: '', secret: true, description: 'Client secret of the application.' }),
    siteHostname: text({ default: '', description: 'Hostname of the document site.' }),
    sitePath: sitePath({
      default: '',
      description: 'Path of the site: /sites/NAME, /teams/NAME, or NAME, which means /sites/NAME.',
    }),
    notificationUrl: httpUrl({
      default: '',
      description:
        'Public URL of this server’s /drive/notifications, to which the site sends change notifications; empty: changes are found by polling.',
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
} as const satisfies Record<string, Record<string, Setting<unknown>>>;

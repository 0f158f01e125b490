import { host, httpUrl } from './addresses.js';
import { certificateLogs } from './certificate-logs.js';
import { dnsSection } from './dns-section.js';
import { driveSection } from './drive-section.js';
import { existingFile, file, tlsFiles } from './files.js';
import { rdapSettings } from './rdap-settings.js';
import { retentionRules } from './retention-rules.js';
import {
  choice,
  decimal,
  flag,
  integer,
  perSeverity,
  rate,
  type Setting,
  sharedSecrets,
  text,
  timeZone,
} from './setting.js';
import { dayWindow, sourceTokens, tsigKeys, zoneSources } from './zone-sources.js';

const seconds = { minimum: 0, maximum: 31_536_000 };
/** The sections of the four services. */
export const serviceSections = {
  alerts: {
    correlationWindowSeconds: decimal(seconds, {
      default: 300,
      description: 'Maximum time, in seconds, between related alerts of different endpoints.',
    }),
    minThreshold: decimal(
      { minimum: 0, maximum: 1 },
      { default: 0.5, description: 'Minimum attack_prob, 0 to 1, for which an inference opens or joins an alert.' },
    ),
    dedupWindowSeconds: decimal(seconds, {
      default: 3600,
      description:
        'Maximum time, in seconds, by which an inference may precede the first or follow the last inference of the alert that it joins.',
    }),
    incidentMinAlerts: integer(
      { minimum: 0, maximum: 1000 },
      {
        default: 0,
        description:
          'Minimum number of related alerts with shared techniques for which an incident is opened automatically; later related alerts are added to it. 0: no incidents are opened automatically.',
      },
    ),
    incidentSharedTechniques: integer(
      { minimum: 0, maximum: 100 },
      {
        default: 1,
        description:
          'Minimum number of techniques that related alerts must have in common to be counted for incident_min_alerts; 0: related alerts need not share techniques.',
      },
    ),
    bulkMaxAlerts: integer(
      { minimum: 1, maximum: 10_000_000 },
      { default: 1_000_000, description: 'Maximum number of alerts in a bulk change by filter.' },
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
    inferenceRetentionDays: integer(
      { minimum: 0, maximum: 3650 },
      {
        default: 30,
        description:
          'Number of days for which imported inferences are stored for backtests of the policy; 0: they are not stored.',
      },
    ),
    backtestMaxInferences: integer(
      { minimum: 1, maximum: 1_000_000_000 },
      { default: 20_000_000, description: 'Maximum number of inferences in a backtest of the policy.' },
    ),
    retentionDays: retentionRules({
      default: [],
      description:
        'Number of days for which alerts are stored after their last change, as rules separated by commas: STATUS=DAYS or STATUS@TENANT=DAYS, such as closed=400, closed@acme=30, open=0. STATUS is open, acknowledged, investigating, resolved, false_positive, closed (resolved and false_positive) or all. With 0 days or without a rule, alerts are stored forever.',
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
        'Whether an account can be approved only after its email address is confirmed. required: yes; off: no; auto: only if [mail] smtp_url is set.',
    }),
    renewUrl: httpUrl({
      default: '',
      description:
        'URL at which users renew an expired subscription; errors about expired subscriptions contain it as `renew_url`. Empty: `renew_url` is an empty string.',
    }),
    ...rdapSettings,
    sources: zoneSources({
      default: [],
      description:
        'Sources from which zones are pulled, separated by commas: ZONE=SOURCE, where SOURCE is czds, axfr://[KEY@]HOST[:PORT] (KEY is the name of a key in tsig_keys; the default port is 53; IXFR is used if possible), axfr+tls://[KEY@]HOST[:PORT][?pin=SHA256] (the same over TLS; the default port is 853) or an https URL. Examples: com=czds, ch=axfr://key@zonedata.example. *=czds: all zones that the CZDS account may download.',
    }),
    transferCaFile: existingFile({
      default: '',
      description:
        'Path of the certificates (PEM) of the authorities that are trusted for axfr+tls sources; empty: the root certificates of Node.js. A source with a pin requires no authority.',
    }),
    pullMinutes: integer(
      { minimum: 1, maximum: 10_080 },
      { default: 60, description: 'Minutes between checks of an https source for a new zone file.' },
    ),
    concurrentPulls: integer(
      { minimum: 1, maximum: 16 },
      {
        default: 2,
        description:
          'Maximum number of zones that a process pulls concurrently, limited to [database] pool_size minus 1; each pull uses two connections.',
      },
    ),
    staleHours: integer(
      { minimum: 1, maximum: 8760 },
      {
        default: 48,
        description:
          'Hours without a successful pull after which a zone with a source is stale. After the first transfer from an axfr source, the expire field of the SOA record, limited to 1 hour to 60 days, applies instead.',
      },
    ),
    maxDownloadGigabytes: integer(
      { minimum: 1, maximum: 10_000 },
      {
        default: 20,
        description: 'Maximum size of a downloaded zone file, or of a zone transfer, in gigabytes (10^9 bytes).',
      },
    ),
    sourceTokens: sourceTokens({
      default: [],
      description: 'Bearer tokens of https sources, as ZONE:TOKEN, separated by commas.',
    }),
    tsigKeys: tsigKeys({
      default: [],
      description:
        'Keys that sign zone transfers (TSIG), as [ALGORITHM:]NAME:SECRET with the secret in base64, separated by commas; ALGORITHM is hmac-sha256 (default), hmac-sha384, hmac-sha512 or hmac-sha224.',
    }),
    czdsUsername: text({
      default: '',
      description: 'Username of the account at ICANN’s CZDS, an email address; required if sources contains czds.',
    }),
    czdsPassword: text({
      default: '',
      secret: true,
      description: 'Password of the account at ICANN’s CZDS; required if sources contains czds.',
    }),
    czdsAuthUrl: httpUrl({
      default: 'https://account-api.icann.org',
      description: 'Base URL of the CZDS authentication service.',
    }),
    czdsWindow: dayWindow({
      default: '',
      description:
        'Daily period, in UTC, in which zones are downloaded from CZDS, such as 06:00-22:00; empty: at any time.',
    }),
    alertTenant: text({
      default: '',
      description:
        'Tenant of the alerts that are opened for hits of brands without a tenant; empty: such hits open no alerts.',
    }),
    czdsUrl: httpUrl({ default: 'https://czds-api.icann.org', description: 'Base URL of the CZDS API.' }),
    certificateLogs: certificateLogs({
      default: [],
      description:
        'Certificate Transparency logs whose certificates are compared with brands, as KIND=URL|KEY, separated by commas; KIND is rfc6962, or static for logs with the Static CT API; URL is the URL of the log, or the monitoring prefix for static; KEY is the public key of the log (DER in base64). Example: static=https://mon.ct.example/2026h2/|MFkwEwYH….',
    }),
  },
  dns: dnsSection,
  licenses: {
    host: host({ default: '127.0.0.1', description: 'IP address or hostname to listen on for controllers.' }),
    port: integer(
      { minimum: 0, maximum: 65_535 },
      { default: 8900, description: 'TCP port to listen on for controllers; 0: any free port.' },
    ),
    tls: tlsFiles({
      default: 'auto',
      description:
        'TLS of the listener for controllers. auto: a generated self-signed certificate; off: plain HTTP; or the paths of a certificate file and a key file (PEM), separated by a comma.',
    }),
    controllerAuth: choice(['open', 'certificate', 'secret'], {
      default: 'open',
      description:
        'How controllers authenticate. open: they do not authenticate; certificate: with a client certificate for their GUID, issued by an authority in client_ca_file; secret: with enrolment_secret.',
    }),
    clientCaFile: existingFile({
      default: '',
      description:
        'Path of the certificates (PEM) of the authorities that issue client certificates to controllers; required if controller_auth is certificate.',
    }),
    enrolmentSecret: sharedSecrets({
      default: [],
      description:
        'Secrets that controllers send as bearer tokens, at least 32 characters each, separated by commas; required if controller_auth is secret. All of them are accepted.',
    }),
    alarmWindowSeconds: integer(
      { minimum: 0, maximum: 2_592_000 },
      {
        default: 3600,
        description:
          'Length of the window, in seconds, for alarms about controllers that check in from alternating source addresses and about many new controllers; 0: no such alarms.',
      },
    ),
    alarmNewControllers: integer(
      { minimum: 0, maximum: 1000 },
      {
        default: 50,
        description:
          'Number of new controllers within alarm_window_seconds, from one source address or in total, that raises an alarm; 0: disabled.',
      },
    ),
    leaseDays: integer(
      { minimum: 0, maximum: 3650 },
      {
        default: 0,
        description:
          'Number of days without a check-in after which a controller loses its seat; 0: it never does. A controller that has lost its seat receives a new one at its next check-in if a seat is free.',
      },
    ),
    silentHours: integer(
      { minimum: 0, maximum: 87_600 },
      {
        default: 24,
        description: 'Hours without a check-in after which operators are warned about a controller; 0: no warnings.',
      },
    ),
    currentVersion: text({
      default: '',
      description:
        'Minimum version of controllers, such as 4.1.0; operators are warned about controllers with older versions. Empty: no warnings.',
    }),
    licenseFile: file({
      default: '',
      description: 'Path of the signed license. Without a license here or in the database, check-ins are rejected.',
    }),
    publicKeyFile: file({
      default: '',
      description: 'Path of the public key (PEM) that verifies licenses in license_file and in the database.',
    }),
    signingKeyFile: file({
      default: '',
      description:
        'Path of the private key (PEM) that signs responses to controllers and machine files; empty: nothing is signed. Create it with rampart license signing-key.',
    }),
    signResponses: choice(['requested', 'always'], {
      default: 'requested',
      description:
        'Which responses to controllers are signed with signing_key_file. requested: responses to requests with the header Accept-Signature; always: all responses.',
    }),
    blacklistFile: file({
      default: '',
      description:
        'Path of the blacklist: GUIDs, IP addresses and CIDR ranges, one per line. The license, the blacklist and the departments can be stored in the database instead (rampart controllers documents list).',
    }),
    departmentsFile: file({
      default: '',
      description:
        'Path of a JSON file with the departments: an array of {name, addresses, configuration}; empty: no departments, unless they are stored in the database.',
    }),
    rate: rate({
      default: { count: 60, unit: 'm' },
      description:
        'Maximum rate of requests per source address (IPv6: per /64) and path, as COUNT/UNIT with the unit s, m, h or d, such as 60/m.',
    }),
    limit: flag({
      default: true,
      description: 'Whether requests above rate are rejected; if off, they are only counted.',
    }),
    blacklist: choice(['', 'ip'], {
      default: '',
      description:
        'What is matched against the blacklist. ip: GUIDs and the source address of the request; empty: GUIDs only.',
    }),
    timeZone: timeZone({
      default: '',
      description: 'IANA time zone of timestamps in responses; empty: time zone of the server.',
    }),
  },
  drive: driveSection,
} as const satisfies Record<string, Record<string, Setting<unknown>>>;

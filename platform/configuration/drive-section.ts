import { httpUrl } from './addresses.js';
import { containsPath, existingFile, file, optionalFolder } from './files.js';
import { choice, flag, integer, pattern, type Setting, text } from './setting.js';
import { sitePath } from './site-path.js';

/**
 * Service root endpoints of Microsoft's clouds, each with its own token service: "Microsoft Graph national cloud
 * deployments" (https://learn.microsoft.com/graph/deployments).
 */
const clouds = {
  global: { authUrl: 'https://login.microsoftonline.com', graphUrl: 'https://graph.microsoft.com' },
  us_government_l4: { authUrl: 'https://login.microsoftonline.us', graphUrl: 'https://graph.microsoft.us' },
  us_government_l5: { authUrl: 'https://login.microsoftonline.us', graphUrl: 'https://dod-graph.microsoft.us' },
  china: { authUrl: 'https://login.chinacloudapi.cn', graphUrl: 'https://microsoftgraph.chinacloudapi.cn' },
} as const;

/** Settings for following a document site and serving a local copy of it. */
export const driveSection = {
  cloud: choice(['', 'global', 'us_government_l4', 'us_government_l5', 'china'], {
    default: '',
    description:
      'Microsoft cloud of the document site: global, us_government_l4, us_government_l5, or china. It determines auth_url and graph_url where they are empty. Empty: none.',
  }),
  authUrl: httpUrl({
    default: '',
    description: 'Base URL of the OAuth 2.0 token service; required to connect to a document site if cloud is empty.',
  }),
  graphUrl: httpUrl({
    default: '',
    description:
      'Base URL of the Microsoft Graph API, or of a compatible site; required to connect to a document site if cloud is empty.',
  }),
  tenantId: text({ default: '', description: 'Tenant (directory) ID of the document site.' }),
  clientId: text({ default: '', description: 'Client ID of the application that reads the site.' }),
  clientSecret: text({
    default: '',
    secret: true,
    description:
      'Client secret of the application; mutually exclusive with client_certificate_file, one of which is required to read a site.',
  }),
  clientCertificateFile: file({
    default: '',
    description:
      'Certificate of the application in PEM format, read for each token; mutually exclusive with client_secret, one of which is required to read a site.',
  }),
  clientCertificateKeyFile: file({
    default: '',
    description: 'RSA private key of the certificate in PEM format; empty: client_certificate_file contains the key.',
  }),
  clientAssertionAlgorithm: choice(['ps256', 'rs256'], {
    default: 'ps256',
    description:
      'Algorithm that signs token requests with the certificate: ps256, as Microsoft Entra ID requests, or rs256 for earlier identity providers.',
  }),
  credentialsDir: optionalFolder({
    default: '',
    description:
      'Directory with the credentials of document sites that have their own: JSON files with tenant_id, client_id, and client_secret or client_certificate_file. Empty: none.',
  }),
  encryptionKeyFile: existingFile({
    default: '',
    description:
      'File with the keys that encrypt stored contents: 32 bytes in base64 or hexadecimal on each line. The first key encrypts; all keys decrypt. Empty: contents are not encrypted.',
  }),
  s3Endpoint: httpUrl({
    default: '',
    description:
      'URL of an S3-compatible object store for stored contents, without the bucket; required with s3_bucket.',
  }),
  s3Region: pattern(/^[a-z0-9-]{1,64}$/i, {
    default: 'us-east-1',
    description: 'Region of the bucket; object stores without regions accept any value.',
    expected: 'must be 1 to 64 letters, digits and hyphens',
  }),
  s3Bucket: pattern(/^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    default: '',
    description:
      'Bucket in which the contents of documents are stored, instead of data_dir/drive/content. Empty: contents are stored in that directory.',
    expected: 'must be 3 to 63 lowercase letters, digits, periods and hyphens',
  }),
  s3Prefix: pattern(/^$|^[\w.-]+(\/[\w.-]+)*\/$/, {
    default: '',
    description: 'Prefix of the object keys of stored contents, such as rampart/; ends with a slash, or is empty.',
    expected: 'must contain letters, digits and . _ - between slashes, and end with a slash',
  }),
  s3PathStyle: flag({
    default: true,
    description:
      'Whether URLs contain the bucket in the path (path style); if off, in the hostname (virtual-hosted style).',
  }),
  s3AccessKeyId: text({ default: '', description: 'Access key ID of the object store; required with s3_bucket.' }),
  s3SecretAccessKey: text({
    default: '',
    secret: true,
    description: 'Secret access key of the object store; required with s3_bucket.',
  }),
  userAgentKind: choice(['nonisv', 'isv'], {
    default: 'nonisv',
    description:
      'How requests to the site identify the application. nonisv: as an organization’s own application; isv: as an application of a software vendor.',
  }),
  // Excludes `|` and `/`, which separate the parts of the header.
  userAgentCompany: pattern(/^[A-Za-z0-9][A-Za-z0-9 .,&'_-]{0,63}$/, {
    default: 'Rampart',
    description: 'Name of the organization in the User-Agent of requests to the site.',
    expected: "must be 1 to 64 ASCII letters, digits, spaces and . , & ' _ -, and begin with a letter or digit",
  }),
  siteHostname: text({
    default: '',
    description:
      'Hostname of the document site, such as contoso.sharepoint.com; empty: no site is configured or, with folder, localhost.',
  }),
  sitePath: sitePath({
    default: '',
    description:
      'Path of the site: /sites/NAME, /teams/NAME, or NAME, which means /sites/NAME. Empty: no site is configured or, with folder, the path is derived from the name of the directory.',
  }),
  notificationUrl: httpUrl({
    default: '',
    description:
      'Public URL of this server’s /drive/notifications, to which the site sends change notifications; empty: changes are found by polling.',
  }),
  lifecycleNotificationUrl: httpUrl({
    default: '',
    description:
      'Public URL of this server’s /drive/notifications, to which the site sends notifications about its subscription: renewal required, removed, or notifications missed; empty: the site sends no such notifications.',
  }),
  clientState: text({
    default: '',
    secret: true,
    description: 'Secret that the site repeats in each notification; empty: a random one per subscription.',
  }),
  notificationsAllowPrivate: flag({
    default: false,
    description: 'Whether mirror clients may receive notifications at private and loopback addresses.',
  }),
  massChangeGuard: flag({
    default: true,
    description:
      'Whether bursts of changes that look like encryption or deletion (mass changes) are reported. While a reported mass change is open or confirmed, the local copy of the site cannot be deleted.',
  }),
  massChangeWindowMinutes: integer(
    { minimum: 5, maximum: 1440 },
    { default: 60, description: 'Minutes within which changes count as one burst.' },
  ),
  massChangeMinFiles: integer(
    { minimum: 5, maximum: 100_000 },
    {
      default: 30,
      description:
        'Minimum number of affected files for a mass change; a smaller number suffices if other signs of encryption are present.',
    },
  ),
  massChangeDeletedPercent: integer(
    { minimum: 1, maximum: 100 },
    {
      default: 30,
      description:
        'Minimum percentage of the files of a site that must be deleted within mass_change_window_minutes for a mass deletion.',
    },
  ),
  alertTenant: text({
    default: '',
    description:
      'Tenant of alerts about mass changes to document sites and about malware in their files; empty: no such alerts are opened.',
  }),
  folder: optionalFolder({
    default: '',
    description: 'Local directory to serve as a document site instead of a remote one; empty: none.',
  }),
  searchTexts: flag({
    default: true,
    description:
      'Whether the text of stored PDF, Word, Excel, PowerPoint, HTML and text files is extracted for full-text search. If off, text that was extracted earlier can still be searched. If encryption_key_file is set, no text is extracted or stored in either case.',
  }),
  searchMaxBytes: integer(
    { minimum: 1, maximum: 200_000_000 },
    { default: 50_000_000, description: 'Maximum size of a file whose text is extracted, in bytes.' },
  ),
} as const satisfies Record<string, Setting<unknown>>;

/**
 * Returns a problem if the served folder contains the data directory: all clients of the mirror could read the secrets
 * in it, and each scan would store again the contents that the previous scan has stored.
 */
export function problemsOfServedFolder({ folder }: { folder: string }, { dataDir }: { dataDir: string }): string[] {
  if (folder === '' || !containsPath(folder, dataDir)) return [];
  return [
    `[drive] folder ${folder} contains [server] data_dir (${dataDir}), whose secrets would be served; serve another directory, or move data_dir`,
  ];
}

/** Replaces each empty URL in the settings with the URL of the configured cloud. */
export function withCloud<Drive extends { cloud: '' | keyof typeof clouds; authUrl: string; graphUrl: string }>(
  drive: Drive,
): Drive {
  if (drive.cloud === '') return drive;
  const { authUrl, graphUrl } = clouds[drive.cloud];
  return { ...drive, authUrl: drive.authUrl || authUrl, graphUrl: drive.graphUrl || graphUrl };
}

import type { BackupContents } from '../../platform/backup/index.js';

/** A well-formed hash that no password matches. */
const unusablePasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$abudZDoRxjEqSB44BQ/q+g$RvpkXKjcxaxrkJXlPItdUTBoXx5ab/MQGpRBM/+jYHA';

/**
 * Tables and files that a backup omits or changes. A backup includes everything else, and treats other files as
 * secrets. Hashes of tokens and keys are not secrets, because random values cannot be guessed from a hash.
 */
export const backupContents: BackupContents = {
  // Events are numbered by transaction ids of one database cluster. In another one, the log starts anew, as after a
  // failover. Browser sessions end: people sign in again. Earlier messages are not sent again; rules notify of events
  // after the restore.
  emptiedTables: [
    ...['platform.change_mark', 'platform.event', 'platform.event_log', 'platform.event_cursor', 'gateway.session'],
    ...['notifications.delivery', 'notifications.queue'],
  ],
  seededTables: [
    'alerts.tally_backfill',
    'licenses.seats',
    'licenses.uptime',
    'platform.audit_chain',
    'platform.rate_window',
    'zones.brand_alert_feed',
    'zones.bulk_registration_feed',
    'zones.idn_progress',
    'zones.nameserver_progress',
  ],
  secretTables: [
    {
      table: 'zones.account',
      replacements: { password_hash: unusablePasswordHash },
      what: 'account passwords',
      afterwards: 'no account can sign in until its password is reset; existing API keys remain valid',
    },
    {
      table: 'drive.mirror_key',
      what: 'keys that sign the access tokens and download links of the mirror',
      afterwards: 'new keys are generated automatically; clients must request new access tokens and download links',
    },
    {
      table: 'drive.mirror_subscription',
      what: 'subscriptions to the mirror, which contain a secret (clientState)',
      afterwards: 'each client must create its subscriptions again',
    },
    {
      table: 'notifications.secret',
      what: 'secrets of notification rules, including the webhook URLs of Slack',
      afterwards: 'rotate the secret of each webhook rule, and set the URL of each Slack rule again',
    },
    {
      table: 'zones.czds_account',
      what: 'CZDS access tokens',
      afterwards: 'the next pull requests a new token automatically',
    },
  ],
  ignoredFiles: [
    // Files of the database, records of running servers, and settings: all of them are specific to one machine.
    /^(?:postgresql|instances|rampart\.ini|lost\+found)$/,
    // Downloads in progress start over.
    /^(?:drive|zones)\/incoming$/,
    // Caches of compiled code, which are here in a container, and if the data directory is the user's home directory.
    /^\.cache$/,
  ],
  plainFiles: [/^drive\/content\//, /^rdap\//],
  secretFiles: [
    {
      what: 'the administrator token',
      afterwards: 'the next start of the server generates a new one in data_dir/admin-token',
    },
    {
      what: 'self-signed certificates and their keys',
      afterwards:
        'the next server start generates new ones; install the new certificate on controllers that trust the old one',
    },
    {
      what: 'emails in data_dir/mail, which may contain API keys',
      afterwards: 'read them on the old machine',
    },
    {
      what: 'other files in the data directory',
      afterwards: 'copy the files that the settings refer to, such as a license',
    },
  ],
};

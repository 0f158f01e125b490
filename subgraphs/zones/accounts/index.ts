import { dayMs } from '../../../platform/durations.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import { createEmailSender } from '../../../platform/mail.js';
import type { ZoneDependencies } from '../dependencies.js';
import { deleteOldSources, deleteOldTokens } from './repository/credentials.js';
import { deleteOldKeys } from './repository/keys.js';
import { deleteOldMails, outboxes } from './repository/mails.js';
import {
  approveAccount,
  rejectAccount,
  revokeKeyOfAccount,
  setSubscription,
  suspendAccount,
} from './service/administer.js';
import { changePassword, resetPassword } from './service/change-password.js';
import { confirmEmail } from './service/confirm-email.js';
import { sendDueEmails } from './service/deliver-mails.js';
import { deleteOwnKey, generateKey } from './service/keys.js';
import { sendMailsJobName } from './service/mails.js';
import {
  countListedAccounts,
  eventsOfAccounts,
  keysOfAccounts,
  listAccounts,
  readAccount,
  readViewer,
} from './service/read-accounts.js';
import { listMails, retryMail } from './service/read-mails.js';
import { registerAccount } from './service/register.js';
import { requestEmailConfirmation, requestPasswordReset } from './service/request-mail.js';

export type { KeyRecord } from './repository/keys.js';
export { maxHistoryDays, type TierLimits, tierLimits } from './rules/subscription.js';
export {
  type AccountAccess,
  createKeyAuthenticator,
  type Quota,
  readQuota,
  requireAccess,
  runCharged,
} from './service/access.js';
export type { AccountRecord } from './service/read-accounts.js';
export type { MailRecord } from './service/read-mails.js';
export { limitExceeded } from './service/request-limits.js';
export { Tier } from './vocabulary.js';

/** The account operations that commands and tests call. */
export const accountOperations = {
  ...{ registerAccount, readViewer, listAccounts, countListedAccounts, readAccount, eventsOfAccounts },
  ...{ approveAccount, rejectAccount, suspendAccount, setSubscription },
  ...{ generateKey, deleteOwnKey, keysOfAccounts, revokeKeyOfAccount },
  ...{ changePassword, requestPasswordReset, resetPassword, requestEmailConfirmation, confirmEmail },
  ...{ listMails, retryMail },
};

/** Retention of finished emails, of expired or revoked keys, and of known sources, in milliseconds. */
const retentionMs = 180 * dayMs;

export function accountJobs(dependencies: ZoneDependencies): JobDefinition[] {
  const { configuration, database, clock } = dependencies;
  const mailSender = createEmailSender(configuration);
  return [
    { name: sendMailsJobName, cron: '* * * * *', run: (_, signal) => sendDueEmails(dependencies, mailSender, signal) },
    {
      name: 'zones.sweep-accounts',
      cron: '41 3 * * *',
      deletesHistory: true,
      async run() {
        const before = clock.now() - retentionMs;
        await database.transaction(async (sql) => {
          for (const outbox of outboxes) await deleteOldMails[outbox](sql, { before });
          await deleteOldKeys(sql, { before });
          await deleteOldTokens(sql, { before: clock.now() });
          await deleteOldSources(sql, { before });
        });
      },
    },
  ];
}

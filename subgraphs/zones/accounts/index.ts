import { dayMs } from '../../../platform/durations.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import { createEmailSender } from '../../../platform/mail.js';
import type { ZoneDependencies } from '../dependencies.js';
import { deleteOldSources, deleteOldTokens } from './repository/credentials.js';
import { deleteOldKeys } from './repository/keys.js';
import { deleteOldMails, outboxes } from './repository/mails.js';
import { sendDueMails } from './service/deliver-mails.js';
import { sendMailsJob } from './service/mails.js';

export type { KeyRecord } from './repository/keys.js';
export { maxHistoryDays, type TierLimits, tierLimits } from './rules/subscription.js';
export {
  type AccountAccess,
  chargeQuery,
  createKeyAuthenticator,
  type Quota,
  readQuota,
  refundQuery,
  requireAccess,
} from './service/access.js';
export {
  approveAccount,
  rejectAccount,
  revokeKeyOfAccount,
  setSubscription,
  suspendAccount,
} from './service/administer.js';
export { changePassword, resetPassword } from './service/change-password.js';
export { confirmEmail } from './service/confirm-email.js';
export { deleteOwnKey, generateKey } from './service/keys.js';
export type { AccountRecord } from './service/read-accounts.js';
export {
  countListedAccounts,
  eventsOfAccounts,
  keysOfAccounts,
  listAccounts,
  readAccount,
  readViewer,
} from './service/read-accounts.js';
export { listMails, type MailRecord, retryMail } from './service/read-mails.js';
export { registerAccount } from './service/register.js';
export { limitExceeded } from './service/request-limits.js';
export { requestEmailConfirmation, requestPasswordReset } from './service/request-mail.js';
export { Tier } from './vocabulary.js';

/** Retention of finished emails, expired or revoked keys, and known sources. */
const retentionMs = 180 * dayMs;

export function accountJobs(dependencies: ZoneDependencies): JobDefinition[] {
  const { configuration, database, clock } = dependencies;
  const mailSender = createEmailSender(configuration);
  return [
    { name: sendMailsJob, cron: '* * * * *', run: () => sendDueMails(dependencies, mailSender) },
    {
      name: 'zones.sweep-accounts',
      cron: '41 3 * * *',
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

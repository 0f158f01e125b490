import type { JobDefinition } from '../../../../platform/jobs.js';
import { createMailSender } from '../../../../platform/mail.js';
import { deleteOldKeys } from '../../repository/accounts/keys.js';
import { deleteOldMails } from '../../repository/accounts/mails.js';
import { deleteOldSources } from '../../repository/accounts/passwords.js';
import { deleteOldTokens } from '../../repository/accounts/tokens.js';
import type { ZoneDependencies } from '../dependencies.js';
import { approveAccount, rejectAccount, revokeKeyOfAccount, setSubscription, suspendAccount } from './administer.js';
import { changePassword, resetPassword } from './change-password.js';
import { confirmEmail } from './confirm-email.js';
import { sendDueMails } from './deliver-mails.js';
import { deleteOwnKey, generateKey } from './keys.js';
import { sendMailsJob } from './mails.js';
import {
  countListedAccounts,
  eventsOfAccounts,
  keysOfAccounts,
  listAccounts,
  readAccount,
  readViewer,
} from './read-accounts.js';
import { listMails, retryMail } from './read-mails.js';
import { registerAccount } from './register.js';
import { requestEmailConfirmation, requestPasswordReset } from './request-mail.js';

export type { AccountRecord, SubscriptionRecord } from './account-record.js';
export type { Approval } from './administer.js';
export { createKeyAuthenticator } from './authenticate.js';
export type { ChangedPassword } from './change-password.js';
export type { ConfirmedEmail } from './confirm-email.js';
export type { GeneratedKey, GenerateKeyInput } from './keys.js';
export type {
  AccountConnectionRecord,
  AccountEventRecord,
  AccountFilterInput,
  KeyRecord,
} from './read-accounts.js';
export type { MailRecord } from './read-mails.js';
export type { RegisteredAccount } from './register.js';
export type { RequestedMail } from './request-mail.js';

/** The verbs of accounts, keys, subscriptions and mails. */
export const accountVerbs = {
  registerAccount,
  changePassword,
  requestPasswordReset,
  resetPassword,
  requestEmailConfirmation,
  confirmEmail,
  generateKey,
  deleteOwnKey,
  readViewer,
  keysOfAccounts,
  listAccounts,
  countListedAccounts,
  readAccount,
  eventsOfAccounts,
  approveAccount,
  rejectAccount,
  suspendAccount,
  setSubscription,
  revokeKeyOfAccount,
  listMails,
  retryMail,
};

/** For how long what is over can still be looked at. */
const keptMilliseconds = 180 * 86_400_000;

export function accountJobs(dependencies: ZoneDependencies): JobDefinition[] {
  const { configuration, database, clock } = dependencies;
  const mailSender = createMailSender(configuration);
  return [
    { name: sendMailsJob, cron: '* * * * *', run: () => sendDueMails(dependencies, mailSender) },
    {
      name: 'zones.sweep-accounts',
      cron: '41 3 * * *',
      async run() {
        const before = clock.now() - keptMilliseconds;
        await database.transaction(async (sql) => {
          await deleteOldMails(sql, before);
          await deleteOldKeys(sql, before);
          await deleteOldTokens(sql, clock.now());
          await deleteOldSources(sql, before);
        });
      },
    },
  ];
}

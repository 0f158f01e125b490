import type { TransactionSql } from 'postgres';
import { hastenJob } from '../../../../platform/jobs.js';
import { insertMail } from '../../repository/accounts/mails.js';
import { MailKind } from '../../vocabulary.js';

/** The job that sends what is due; it also runs every minute by itself. */
export const sendMailsJob = 'zones.send-mails';

/**
 * Puts the two mails of an approval into the outbox: specification, section 3. They are there exactly when the caller's
 * transaction commits.
 */
export async function queueApprovalMails(
  sql: TransactionSql,
  mail: { accountId: string; keyId: string; recipient: string; now: number },
): Promise<void> {
  await insertMail(sql, { ...mail, kind: MailKind.CONFIRMATION, keyId: null });
  await insertMail(sql, { ...mail, kind: MailKind.DEFAULT_KEY });
  await wakeMailJob(sql);
}

/** Has due mails sent at once. */
export async function wakeMailJob(sql: TransactionSql): Promise<void> {
  await hastenJob(sql, { name: sendMailsJob, payload: {}, key: sendMailsJob });
}

import type { TransactionSql } from 'postgres';
import { addJob } from '../../../../platform/jobs.js';
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

/** What PostgreSQL says of a queue that is not there, or not whole yet: no such schema, table or function. */
const missingQueue = new Set(['3F000', '42P01', '42883']);

/** Has due mails sent at once. Before the first server has made the queue there is nothing to wake: its first minute finds them. */
export async function wakeMailJob(sql: TransactionSql): Promise<void> {
  try {
    await sql.savepoint((nested) => addJob(nested, { name: sendMailsJob, payload: {}, key: sendMailsJob }));
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (!missingQueue.has(code)) throw error;
  }
}

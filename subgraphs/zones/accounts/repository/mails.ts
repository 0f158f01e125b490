import { and, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { auditTypes, auditValues, insertAuditEntries } from '../../../../platform/audit/audited.js';
import type { AuditRequest } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import {
  array,
  boolean,
  byShape,
  cast,
  enumeration,
  execute,
  fetchRow,
  fetchRows,
  float8,
  hasPassed,
  insertInto,
  integer,
  nullable,
  optional,
  type Placeholders,
  type RowOfSelection,
  rawQuery,
  run,
  runForRow,
  statement,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { dateOf } from '../../tables.js';
import { maxRetryDelayMs } from '../rules/mail-retry.js';
import { account, credentialMail, credentialMailKindType, mail, mailKindType, mailStatusType } from '../tables.js';
import { type CredentialMailKind, type MailKind, MailStatus } from '../vocabulary.js';

/** The tables of the outbox: emails of approvals, and emails about addresses and passwords. */
const tables = { mail, credential_mail: credentialMail } as const;
export type Outbox = keyof typeof tables;
export const outboxes: readonly Outbox[] = ['mail', 'credential_mail'];

function fieldsOf(outbox: SQL, table: typeof mail, keyId: SQL) {
  const { id, accountId, recipient, status, attempts, lastError } = table;
  return {
    ...{ id, accountId, recipient, status, attempts, lastError },
    outbox: sql<Outbox>`${outbox}`,
    kind: sql<MailKind>`${table.kind}::text`,
    keyId: cast(nullable(uuid), keyId),
    createdAt: dateOf(table.createdAt),
    dueAt: dateOf(table.dueAt),
    finishedAt: dateOf(table.finishedAt),
  };
}

/** An email of the outbox. */
export type MailRow = RowOfSelection<ReturnType<typeof fieldsOf>>;

/** An alias of a table of the outbox. */
function aliasOf(outbox: Outbox, name: string): typeof mail {
  return alias(tables[outbox], name) as unknown as typeof mail; // Both tables have the columns that are read.
}

/** The fields of an email in one table. */
function tableFields(outbox: Outbox) {
  return fieldsOf(sql`${outbox}::text`, aliasOf(outbox, outbox), outbox === 'mail' ? sql`key_id` : sql`null`);
}

/** Adds an email about an approval. */
export const insertMail = execute(
  {
    ...{ accountId: uuid, kind: enumeration(mailKindType), keyId: nullable(uuid) },
    ...{ recipient: text, createdAt: float8 },
  },
  (added) => insertInto(mail, { ...added, ...waitingFields(added.createdAt) }),
);

function waitingFields(createdAt: SQL) {
  return { status: sql`${MailStatus.WAITING}`, createdAt, dueAt: createdAt };
}

const kind = enumeration(credentialMailKindType);

/** Adds an email about the address or the password of an account. */
export const insertCredentialMail = execute({ accountId: uuid, kind, recipient: text, createdAt: float8 }, (added) =>
  insertInto(credentialMail, { ...added, ...waitingFields(added.createdAt) }),
);

const queueForAccount = execute(
  { ...auditTypes, emailKey: text, kind, onlyUnconfirmed: boolean, createdAt: float8 },
  (parameters) => sql`with queued as (
      insert into ${credentialMail} (account_id, kind, recipient, status, created_at, due_at)
      select id, ${parameters.kind}, email, ${MailStatus.WAITING}, ${parameters.createdAt}, ${parameters.createdAt} from ${account}
      where email_key = ${parameters.emailKey} and status in ('pending', 'approved')
        and not (${parameters.onlyUnconfirmed} and email_confirmed)
      returning id, account_id
    )
    ${insertAuditEntries(parameters, {
      from: sql`queued`,
      objects: sql`array['mail:' || id, 'account:' || account_id]`,
      tenantId: sql`null`,
      before: sql`null`,
    })}`,
);

/**
 * Queues an email to the pending or approved account with this lower-case address, and records it in the audit log.
 * Runs the same single statement if there is no such account.
 * @param query.onlyUnconfirmed whether to skip confirmed addresses
 */
export async function insertCredentialMailTo(
  executor: Executor,
  query: {
    request: AuditRequest;
    emailKey: string;
    kind: CredentialMailKind;
    onlyUnconfirmed: boolean;
    createdAt: number;
  },
): Promise<void> {
  const audit = auditValues(query.request, { action: 'request.mail', after: { kind: query.kind } });
  await queueForAccount(executor, { ...query, ...audit });
}

/** Creates a value for each table of the outbox. */
function mapOutboxes<Made>(createValue: (outbox: Outbox) => Made): Readonly<Record<Outbox, Made>> {
  return { mail: createValue('mail'), credential_mail: createValue('credential_mail') };
}

const isWaiting = sql`status = ${MailStatus.WAITING}`;

/**
 * Claims the email that has been due the longest, and counts the attempt. No other sender claims this email before
 * `leasedUntil`; from then on it can be claimed again if its sender failed.
 */
export const claimDueMail = mapOutboxes((outbox) =>
  fetchRow({ now: float8, leasedUntil: float8 }, ({ now, leasedUntil }) =>
    rawQuery(
      tableFields(outbox),
      (columns) => sql`update ${tables[outbox]} set attempts = attempts + 1, due_at = ${leasedUntil}
        where id = (
          select id from ${tables[outbox]} where ${isWaiting}
            and ${hasPassed(sql`due_at`, { now, maxPause: maxRetryDelayMs })}
          order by due_at, kind, id limit 1 for update skip locked
        ) returning ${columns}`,
    ),
  ),
);

const endTypes = { id: uuid, status: enumeration(mailStatusType), now: float8, error: nullable(text) };

/** Records the final status of an email, which ends the attempts to send it. */
export const finishMail = mapOutboxes((outbox) =>
  execute(
    endTypes,
    ({ id, status, now, error }) => sql`update ${tables[outbox]}
      set status = ${status}, finished_at = ${now}, last_error = ${error} where id = ${id} and ${isWaiting}`,
  ),
);

/** Schedules the next attempt to send an email after a failure. */
export const postponeMail = mapOutboxes((outbox) =>
  execute(
    { id: uuid, dueAt: float8, error: text },
    ({ id, dueAt, error }) => sql`update ${tables[outbox]}
      set due_at = ${dueAt}, last_error = ${error} where id = ${id} and ${isWaiting}`,
  ),
);

/** Queues a failed or dropped email again, with a new creation time and no attempts counted. */
export const requeueMail = mapOutboxes((outbox) =>
  fetchRow({ id: uuid, now: float8 }, ({ id, now }) =>
    rawQuery(
      tableFields(outbox),
      (columns) => sql`update ${tables[outbox]} set status = ${MailStatus.WAITING}, created_at = ${now},
          due_at = ${now}, attempts = 0, finished_at = null, last_error = null
        where id = ${id} and status in ('failed', 'dropped') returning ${columns}`,
    ),
  ),
);

/** Deletes emails that were finished before this time. */
export const deleteOldMails = mapOutboxes((outbox) =>
  execute({ before: float8 }, ({ before }) => sql`delete from ${tables[outbox]} where finished_at < ${before}`),
);

const sources = outboxes.map((outbox) => {
  const keyId = outbox === 'mail' ? sql`key_id` : sql`null::uuid`;
  return sql`select ${outbox}::text as outbox, id, account_id, kind::text, ${keyId} as key_id, recipient, status, created_at,
    attempts, due_at, finished_at, last_error from ${tables[outbox]}`;
});
const listedMail = aliasOf('mail', 'listed');
const listedFields = fieldsOf(sql`listed.outbox`, listedMail, sql`listed.key_id`);
const allMails = sql`(${sql.join(sources, sql` union all `)}) listed`;

interface PageQuery {
  /** Status of the emails; null: all statuses. */
  readonly status: MailStatus | null;
  readonly after: { readonly value: number; readonly id: string } | null;
  readonly limit: number;
}

const statusTypes = { status: optional(nullable(enumeration(mailStatusType))) };
const pageTypes = { ...statusTypes, value: optional(float8), id: optional(uuid), limit: integer };

function statusCondition(status: MailStatus | null, parameters: Placeholders<typeof statusTypes>): SQL | undefined {
  return status === null ? undefined : eq(listedMail.status, parameters.status);
}

const page = byShape(
  ({ status, after }: PageQuery) => `${status === null} ${after === null}`,
  (query) =>
    statement(pageTypes, (parameters) => {
      const { createdAt, id } = listedMail;
      const isOlder = or(lt(createdAt, parameters.value), gt(id, parameters.id));
      const after = query.after === null ? undefined : and(lte(createdAt, parameters.value), isOlder);
      return rawQuery(
        listedFields,
        (columns) => sql`select ${columns} from ${allMails}
        where ${and(statusCondition(query.status, parameters), after) ?? sql`true`}
        order by ${createdAt} desc, ${id} limit ${parameters.limit}`,
      );
    }),
);

/** A page of emails after a cursor, newest first. */
export async function selectMailsAfter(executor: Executor, query: PageQuery): Promise<MailRow[]> {
  return await run(executor, page(query), { ...query, ...query.after });
}

/** The emails with these ids, in any order. */
export const selectMailsByIds = fetchRows({ ids: array(uuid) }, ({ ids }) =>
  rawQuery(listedFields, (columns) => sql`select ${columns} from ${allMails} where id = any(${ids})`),
);

const total = byShape(String, (status: MailStatus | null) =>
  statement(statusTypes, (parameters) =>
    rawQuery(
      { total: cast(integer, sql`count(*)`) },
      (columns) => sql`select ${columns} from ${allMails} where ${statusCondition(status, parameters) ?? sql`true`}`,
    ),
  ),
);

/** The number of emails with a status; a null status counts all emails. */
export async function countMails(executor: Executor, status: MailStatus | null): Promise<number> {
  return (await runForRow(executor, total(status), { status }))?.total ?? 0;
}

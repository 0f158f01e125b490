import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import { clockToleranceMs } from '../../platform/clock.js';
import {
  array,
  boolean,
  execute,
  fetchOne,
  fetchRow,
  fetchRows,
  float8,
  insertInto,
  nullable,
  queryBuilder,
  type RowOfSelection,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../platform/database/statements/index.js';
import { isActiveAt } from '../authentication/token-rows.js';
import { operatorTokens, person, session, usedLogoutToken } from '../tables.js';

export const columnsOfSession = {
  ...{ id: session.id, name: session.name, role: session.role },
  ...{ tenants: session.tenants, tenantId: session.tenantId },
  ...{ credentialId: session.credentialId, tokenId: session.tokenId, sourceAddress: session.sourceAddress },
  ...{ createdAt: session.createdAt, lastUsedAt: session.lastUsedAt, expiresAt: session.expiresAt },
  ...{ provider: session.provider, issuer: session.issuer, subject: session.subject, checkAt: session.checkAt },
};

/** A row of a session without its secrets; times are Unix epoch milliseconds. */
export type SessionRow = RowOfSelection<typeof columnsOfSession>;

/**
 * SQL condition: the session was not created with an operator token, or the token is neither revoked nor expired. A
 * session that is created while the expiration of its token changes has the previous one.
 */
export function hasActiveToken({ now }: { readonly now: SQL }): SQL {
  return sql`(${session.tokenId} is null or exists (select from ${operatorTokens}
    where ${operatorTokens.id} = ${session.tokenId} and ${isActiveAt(now)}))`;
}

/**
 * SQL condition: the session has neither expired nor reached its idle timeout, nor was it used in the future. A session
 * of the future was used while a clock was ahead: its end and its access checks are too late by as much.
 */
export function isOpenAt({ now, usedAfter }: { readonly now: SQL; readonly usedAfter: SQL }): SQL {
  return sql`${session.expiresAt} > ${now} and ${session.lastUsedAt} > ${usedAfter}
    and ${session.lastUsedAt} <= ${now} + ${sql.raw(String(clockToleranceMs))}`;
}

/** The session whose secret has this hash, unless the session's token was revoked or has expired. */
export const selectSession = fetchRow(
  statement({ hash: text, now: float8 }, ({ hash, now }) =>
    queryBuilder
      .select(columnsOfSession)
      .from(session)
      .where(and(eq(session.hash, hash), hasActiveToken({ now }))),
  ),
);

/** The open sessions, most recently used first. */
export const selectOpenSessions = fetchRows(
  statement({ now: float8, usedAfter: float8 }, (parameters) =>
    queryBuilder
      .select(columnsOfSession)
      .from(session)
      .where(and(isOpenAt(parameters), hasActiveToken(parameters)))
      .orderBy(desc(session.lastUsedAt), asc(session.id)),
  ),
);

/** The identity providers of the caller's open sessions; null for a session that was created with a token. */
export const selectOpenSessionsOf = fetchRows(
  statement({ credentialId: text, now: float8, usedAfter: float8 }, ({ credentialId, ...parameters }) =>
    queryBuilder
      .selectDistinct({ provider: session.provider, issuer: session.issuer })
      .from(session)
      .where(and(eq(session.credentialId, credentialId), isOpenAt(parameters), hasActiveToken(parameters))),
  ),
);

const insertTypes = {
  ...{ hash: text, name: text, role: text, tenants: nullable(array(text)), tenantId: nullable(text) },
  ...{ credentialId: text, tokenId: nullable(uuid), sourceAddress: text },
  ...{ createdAt: float8, lastUsedAt: float8, expiresAt: float8 },
  ...{ provider: nullable(text), issuer: nullable(text), subject: nullable(text), providerSession: nullable(text) },
  ...{ sealedIdToken: nullable(text), sealedRefreshToken: nullable(text), checkAt: nullable(float8) },
};

/** Inserts a session, which ends with its token at the latest. */
export const insertSession = fetchOne(
  statement(insertTypes, (values) => {
    const { id, expiresAt } = operatorTokens;
    const endOfToken = sql`(select extract(epoch from ${expiresAt}) * 1000 from ${operatorTokens} where ${id} = ${values.tokenId})`;
    const inserted = { ...values, expiresAt: sql`least(${values.expiresAt}, ${endOfToken})` };
    return rawQuery(columnsOfSession, (columns) => sql`${insertInto(session, inserted)} returning ${columns}`);
  }),
);

/** Records the time at which a session was used. */
export const touchSession = execute(
  statement(
    { id: uuid, at: float8 },
    ({ id, at }) => sql`update ${session} set last_used_at = greatest(last_used_at, ${at}) where id = ${id}`,
  ),
);

/**
 * Ends all sessions of a person at an identity provider, or those of one session at the provider. With both given, also
 * ends the person's sessions for which the provider reported no session.
 */
export const deleteOfProvider = fetchRows(
  statement(
    { issuer: text, subject: nullable(text), providerSession: nullable(text) },
    ({ issuer, subject, providerSession }) =>
      rawQuery(
        columnsOfSession,
        (columns) => sql`delete from ${session} where issuer = ${issuer}
        and (${subject} is null or subject = ${subject})
        and (${providerSession} is null or provider_session = ${providerSession}
          or (${subject} is not null and provider_session is null))
        returning ${columns}`,
      ),
  ),
);

/** Records the use of a logout token, and removes expired records. Returns no row if the token was used before. */
export const consumeLogoutToken = fetchRow(
  statement({ hash: text, expiresAt: float8, now: float8 }, ({ hash, expiresAt, now }) =>
    rawQuery(
      { hash: usedLogoutToken.hash },
      (columns) => sql`with expired as (delete from ${usedLogoutToken} where expires_at <= ${now} and hash <> ${hash})
      ${insertInto(usedLogoutToken, { hash, expiresAt })} on conflict do nothing returning ${columns}`,
    ),
  ),
);

/** Ends the session whose secret has this hash. */
export const deleteByHash = fetchRow(
  statement({ hash: text }, ({ hash }) =>
    rawQuery(
      { ...columnsOfSession, sealedIdToken: session.sealedIdToken },
      (columns) => sql`delete from ${session} where hash = ${hash} returning ${columns}`,
    ),
  ),
);

/** Ends the session with this id, or all sessions of the callers with this name. */
export const deleteByIdOrName = fetchRows(
  statement({ idOrName: text }, ({ idOrName }) =>
    rawQuery(
      columnsOfSession,
      (columns) => sql`delete from ${session} where id::text = ${idOrName} or name = ${idOrName} returning ${columns}`,
    ),
  ),
);

/** Ends the session with this id and, with `ofCaller`, all other sessions of the same caller. */
export const deleteById = fetchRows(
  statement({ id: uuid, ofCaller: boolean }, ({ id, ofCaller }) =>
    rawQuery(
      columnsOfSession,
      (columns) => sql`delete from ${session} where id = ${id}
        or (${ofCaller} and credential_id = (select credential_id from ${session} where id = ${id}))
        returning ${columns}`,
    ),
  ),
);

/** Ends all sessions of a person. */
export const deleteOfPerson = fetchRows(
  statement({ id: uuid }, ({ id }) =>
    rawQuery(
      columnsOfSession,
      (columns) => sql`delete from ${session} where (issuer, subject) =
        (select ${person.issuer}, ${person.subject} from ${person} where ${person.id} = ${id}) returning ${columns}`,
    ),
  ),
);

/** Ends all sessions of a caller except the newest `keep`. */
export const deleteExcess = fetchRows(
  statement({ credentialId: text, keep: float8 }, ({ credentialId, keep }) =>
    rawQuery(
      columnsOfSession,
      (columns) => sql`delete from ${session} where id in (
        select id from ${session} where credential_id = ${credentialId} order by created_at desc, id offset ${keep}::bigint)
        returning ${columns}`,
    ),
  ),
);

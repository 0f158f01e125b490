import { type SQL, sql } from 'drizzle-orm';
import type { AccessCriteria } from '../../platform/access.js';
import {
  cast,
  fetchOne,
  fetchRows,
  float8,
  integer,
  nullable,
  type Placeholders,
  queryBuilder,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../platform/database/statements/index.js';
import { columnsOfToken, millisecondsOf, tokenTenants } from '../authentication/token-rows.js';
import { columnsOfSession, hasActiveToken, isOpenAt } from '../sessions/repository.js';
import { operatorTokens, person, session } from '../tables.js';

const criteriaTypes = { search: nullable(text), role: nullable(text), now: float8 };
const openSessionTypes = { ...criteriaTypes, usedAfter: float8 };
const tokenTypes = { ...criteriaTypes, status: nullable(text) };
const pageTypes = { value: nullable(float8), id: nullable(uuid), limit: integer };
const total = { total: cast(float8, sql`count(*)`) };

type StatementParameters<Types extends Parameters<typeof statement>[0]> = Placeholders<Types>;

function contains(column: unknown, search: SQL): SQL {
  return sql`strpos(lower(${column}), ${search}) > 0`;
}

/**
 * SQL condition for the rows after a cursor, in a list sorted by `value` in descending order, then by `id`; true
 * without a cursor.
 */
function isAfter(value: SQL, id: unknown, parameters: StatementParameters<typeof pageTypes>): SQL {
  return sql`(${parameters.value} is null or ${value} < ${parameters.value} or (${value} = ${parameters.value} and ${id} > ${parameters.id}))`;
}

const createdAt = millisecondsOf(operatorTokens.createdAt);
const tokenExpiresAt = millisecondsOf(operatorTokens.expiresAt);

function tokenMatches({ search, role, status, now }: StatementParameters<typeof tokenTypes>): SQL {
  const { name, prefix, revokedAt } = operatorTokens;
  const statusOfToken = sql`case when ${revokedAt} is not null then 'revoked'
    when ${tokenExpiresAt} <= ${now} then 'expired' else 'active' end`;
  return sql`(${search} is null or ${contains(name, search)} or ${contains(prefix, search)} or exists (
      select from unnest(${tokenTenants}) as tenant where ${contains(sql`tenant`, search)}))
    and (${role} is null or ${operatorTokens.role} = ${role}) and (${status} is null or ${statusOfToken} = ${status})`;
}

/** Selects tokens after a cursor, newest first. */
export const selectTokens = fetchRows(
  statement({ ...tokenTypes, ...pageTypes }, (parameters) =>
    rawQuery(
      columnsOfToken,
      (columns) => sql`select ${columns} from ${operatorTokens}
        where ${tokenMatches(parameters)} and ${isAfter(createdAt, operatorTokens.id, parameters)}
        order by ${createdAt} desc, ${operatorTokens.id} limit ${parameters.limit}`,
    ),
  ),
);

export const countTokens = fetchOne(
  statement(tokenTypes, (parameters) =>
    queryBuilder.select(total).from(operatorTokens).where(tokenMatches(parameters)),
  ),
);

function sessionMatches({ search, role, ...parameters }: StatementParameters<typeof openSessionTypes>): SQL {
  const matches = [session.name, session.provider, session.sourceAddress].map((column) => contains(column, search));
  return sql`(${search} is null or ${sql.join(matches, sql` or `)}) and (${role} is null or ${session.role} = ${role})
    and ${isOpenAt(parameters)} and ${hasActiveToken(parameters)}`;
}

/** Selects open sessions after a cursor, most recently used first. */
export const selectSessions = fetchRows(
  statement({ ...openSessionTypes, ...pageTypes }, (parameters) =>
    rawQuery(
      columnsOfSession,
      (columns) => sql`select ${columns} from ${session}
        where ${sessionMatches(parameters)} and ${isAfter(sql`${session.lastUsedAt}`, session.id, parameters)}
        order by ${session.lastUsedAt} desc, ${session.id} limit ${parameters.limit}`,
    ),
  ),
);

export const countSessions = fetchOne(
  statement(openSessionTypes, (parameters) =>
    queryBuilder.select(total).from(session).where(sessionMatches(parameters)),
  ),
);

function personMatches({ search, role }: Pick<StatementParameters<typeof criteriaTypes>, keyof AccessCriteria>): SQL {
  const matches = [person.name, person.email, person.subject, person.provider].map((column) =>
    contains(column, search),
  );
  return sql`(${search} is null or ${sql.join(matches, sql` or `)}) and (${role} is null or ${person.role} = ${role})`;
}

function columnsOfPerson(parameters: StatementParameters<typeof openSessionTypes>) {
  const openSessions = sql`(select count(*) from ${session} where ${session.issuer} = ${person.issuer}
    and ${session.subject} = ${person.subject} and ${isOpenAt(parameters)})`;
  return {
    ...{ id: person.id, provider: person.provider, issuer: person.issuer, subject: person.subject },
    ...{ name: person.name, email: person.email, role: person.role, tenants: person.tenants },
    ...{ firstSignInAt: person.firstSignInAt, lastSignInAt: person.lastSignInAt },
    openSessions: cast(float8, openSessions),
  };
}

/** Selects people after a cursor, sorted by last sign-in, newest first. */
export const selectPeople = fetchRows(
  statement({ ...openSessionTypes, ...pageTypes }, (parameters) =>
    rawQuery(
      columnsOfPerson(parameters),
      (columns) => sql`select ${columns} from ${person}
        where ${personMatches(parameters)} and ${isAfter(sql`${person.lastSignInAt}`, person.id, parameters)}
        order by ${person.lastSignInAt} desc, ${person.id} limit ${parameters.limit}`,
    ),
  ),
);

export const countPeople = fetchOne(
  statement({ search: nullable(text), role: nullable(text) }, (parameters) =>
    queryBuilder.select(total).from(person).where(personMatches(parameters)),
  ),
);

import { sql } from 'drizzle-orm';
import {
  array,
  fetchRow,
  float8,
  nullable,
  rawQuery,
  statement,
  text,
  uuid,
} from '../../platform/database/statements/index.js';
import { session } from '../tables.js';
import { columnsOfSession } from './repository.js';

/**
 * Claims the access check of a session for one process. Returns the session, or no row if no check is due or another
 * process has claimed it.
 */
export const claimAccessCheck = fetchRow(
  statement({ id: uuid, now: float8, until: float8 }, ({ id, now, until }) =>
    rawQuery(
      { ...columnsOfSession, sealedRefreshToken: session.sealedRefreshToken },
      (columns) => sql`update ${session} set checking_until = ${until}
        where id = ${id} and check_at <= ${now} and coalesce(checking_until, 0) <= ${now} returning ${columns}`,
    ),
  ),
);

/** Stores the result of an access check. Tokens that the provider has not replaced remain. */
export const storeAccessCheck = fetchRow(
  statement(
    {
      ...{ id: uuid, role: text, tenants: nullable(array(text)), tenantId: nullable(text), at: float8 },
      ...{ sealedRefreshToken: nullable(text), sealedIdToken: nullable(text) },
    },
    (parameters) =>
      rawQuery(
        columnsOfSession,
        (columns) => sql`update ${session} set role = ${parameters.role}, tenants = ${parameters.tenants},
          tenant_id = ${parameters.tenantId}, check_at = ${parameters.at}, checking_until = null,
          sealed_refresh_token = coalesce(${parameters.sealedRefreshToken}, sealed_refresh_token),
          sealed_id_token = coalesce(${parameters.sealedIdToken}, sealed_id_token)
          where id = ${parameters.id} returning ${columns}`,
      ),
  ),
);

/** Schedules the next access check of a session after a failed one. A token that was not replaced remains. */
export const postponeAccessCheck = fetchRow(
  statement({ id: uuid, at: float8, sealedRefreshToken: nullable(text) }, ({ id, at, sealedRefreshToken }) =>
    rawQuery(
      columnsOfSession,
      (columns) => sql`update ${session} set check_at = ${at}, checking_until = null,
        sealed_refresh_token = coalesce(${sealedRefreshToken}, sealed_refresh_token)
        where id = ${id} returning ${columns}`,
    ),
  ),
);

export const deleteWithoutAccess = fetchRow(
  statement({ id: uuid }, ({ id }) =>
    rawQuery({ id: session.id }, (columns) => sql`delete from ${session} where id = ${id} returning ${columns}`),
  ),
);

import { type SQL, sql } from 'drizzle-orm';
import {
  execute,
  fetchRows,
  float8,
  integer,
  nullable,
  rawQuery,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { controller, seats } from '../../tables.js';
import { controllerAlias } from './controllers.js';

/**
 * Whether the last check-in was at or before `cutoff`, in Unix epoch seconds. An index finds the day of the check-in.
 */
export function isExpired(cutoff: SQL): SQL {
  return sql`${controller.contactDay} <= floor(${cutoff} / 86400) and ${controller.lastContact} <= ${cutoff}`;
}

/** Locks a controller until the end of the transaction. Has no effect if it is not registered. */
export const lockController = execute(
  { guid: uuid },
  ({ guid }) => sql`select from ${controller} where guid = ${guid} for update`,
);

/**
 * Removes at most `limit` controllers whose last check-in was at or before `cutoff`, in Unix epoch seconds: first the
 * controller `guid`, then those that have been silent longest. Frees their seats and publishes an event for each. The
 * caller must hold the lock of the seats.
 */
export const freeExpiredSeats = fetchRows(
  { cutoff: float8, limit: integer, guid: nullable(uuid) },
  ({ cutoff, limit, guid }) => {
    const { guid: id, lastHostname, label, registeredAt, lastContact } = controllerAlias;
    return rawQuery(
      { guid: id, hostname: lastHostname, label, registeredAt, lastContact },
      // Skips rows that a check-in has locked: the controller keeps its seat, and the next expired controller is
      // removed instead. Waiting for these rows in a different order than check-ins could cause a deadlock.
      (selected) => sql`with due as materialized (
        select guid from ${controller} where ${isExpired(cutoff)}
        order by guid is not distinct from ${guid} desc, last_contact, guid limit ${limit} for update skip locked
      ), removed as (
        delete from ${controller} where guid in (select guid from due) returning *
      ), counted as (
        update ${seats} set used = used - (select count(*) from removed)
        where exists (select 1 from removed)
      ), published as (
        insert into platform.event (type, data)
        select 'freed-seats', jsonb_build_object('guid', guid, 'hostname', last_hostname, 'version', version,
          'lastContact', last_contact)
        from removed
      )
      select ${selected} from removed controller`,
    );
  },
);

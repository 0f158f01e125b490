import { type SQL, sql } from 'drizzle-orm';
import { type Executor, likePattern } from '../../../../platform/database/index.js';
import {
  array,
  bigint,
  byShape,
  cast,
  encodedFrom,
  enumeration,
  fetchRows,
  float8,
  integer,
  optional,
  type ParameterValues,
  type RowOfSelection,
  rawQuery,
  records,
  run,
  statement,
  text,
  uuid,
  whereAll,
} from '../../../../platform/database/statements/index.js';
import { nameserverUse } from '../../nameservers/tables.js';
import { nameserverSet, zone } from '../../tables.js';
import { bulkRegistration, bulkRegistrationKindType, bulkRegistrationName } from '../tables.js';

const { id, day, kind, pattern, size, expectedSize, similarity, score } = bulkRegistration;
const { registrations, usualRegistrations, firstAt, lastAt } = bulkRegistration;
const columns = {
  ...{ id, day, kind, pattern, size, expectedSize, similarity, score, registrations, usualRegistrations },
  ...{ firstAt, lastAt, zone: zone.name, nameservers: nameserverSet.data },
};

/** A bulk registration as shown in lists. Times are Unix epoch milliseconds. */
export type RegistrationRow = RowOfSelection<typeof columns>;

const fromClause = sql`from ${bulkRegistration} join ${zone} on ${zone.id} = ${bulkRegistration.zoneId}
  join ${nameserverSet} on ${nameserverSet.id} = ${bulkRegistration.setId}`;

const types = {
  ...{ ids: optional(array(uuid)), zoneId: optional(integer), nameserver: optional(text) },
  ...{ kinds: optional(array(enumeration(bulkRegistrationKindType))), minSize: optional(integer) },
  ...{ search: optional(encodedFrom(text, likePattern)), minScore: optional(float8), fromDay: optional(integer) },
  ...{ toDay: optional(integer), start: optional(bigint), end: optional(bigint) },
};

/**
 * Filter of bulk registrations; all criteria must match. `nameserver` is in lower case, with the trailing dot.
 * `fromDay` and `toDay` are days since the Unix epoch, both inclusive; `start` and `end` (exclusive) are times of
 * imports in Unix epoch milliseconds.
 */
export type RegistrationCriteria = ParameterValues<typeof types>;

type StatementParameters = Readonly<Record<keyof typeof types, SQL>>;

const conditionOf: Readonly<Record<keyof RegistrationCriteria, (parameters: StatementParameters) => SQL>> = {
  ids: (parameters) => sql`${id} = any(${parameters.ids})`,
  zoneId: (parameters) => sql`${bulkRegistration.zoneId} = ${parameters.zoneId}`,
  kinds: (parameters) => sql`${kind} = any(${parameters.kinds})`,
  nameserver: (parameters) => sql`${bulkRegistration.setId} in (
    select set_id from ${nameserverUse} where name = ${parameters.nameserver})`,
  search: (parameters) => sql`${pattern} like ${parameters.search}`,
  minSize: (parameters) => sql`${size} >= ${parameters.minSize}`,
  minScore: (parameters) => sql`${score} >= ${parameters.minScore}`,
  fromDay: (parameters) => sql`${day} >= ${parameters.fromDay}`,
  toDay: (parameters) => sql`${day} <= ${parameters.toDay}`,
  start: (parameters) => sql`${lastAt} >= ${parameters.start}`,
  end: (parameters) => sql`${firstAt} < ${parameters.end}`,
};

function namesOf(criteria: RegistrationCriteria): (keyof RegistrationCriteria)[] {
  const names = Object.keys(conditionOf) as (keyof RegistrationCriteria)[]; // Exactly the keys of `conditionOf`.
  return names.filter((name) => criteria[name] !== undefined);
}

/** Position in the list, which is ordered by day and score, both descending, and id. */
export interface RegistrationPosition {
  readonly day: number;
  readonly score: number;
  readonly id: string;
}

interface PageQuery {
  readonly criteria: RegistrationCriteria;
  readonly after: RegistrationPosition | null;
  readonly limit: number;
}

const page = byShape(
  ({ criteria, after }: PageQuery) => `${after === null} ${namesOf(criteria)}`,
  ({ criteria, after }) =>
    statement(
      { ...types, limit: integer, afterDay: optional(integer), afterScore: optional(float8), afterId: optional(uuid) },
      (parameters) => {
        const conditions = namesOf(criteria).map((name) => conditionOf[name](parameters));
        if (after !== null) {
          const isLater = sql`${day} < ${parameters.afterDay} or ${score} < ${parameters.afterScore}
            or (${score} = ${parameters.afterScore} and ${id} > ${parameters.afterId})`;
          conditions.push(sql`${day} <= ${parameters.afterDay}`, sql`(${isLater})`);
        }
        return rawQuery(
          columns,
          (selected) => sql`select ${selected} ${fromClause} ${whereAll(conditions)}
            order by ${day} desc, ${score} desc, ${id} limit ${parameters.limit}`,
        );
      },
    ),
);

/** A page of bulk registrations, newest first. */
export async function selectRegistrations(executor: Executor, query: PageQuery): Promise<RegistrationRow[]> {
  const { criteria, after, limit } = query;
  const position = { afterDay: after?.day, afterScore: after?.score, afterId: after?.id };
  return await run(executor, page(query), { ...criteria, ...position, limit });
}

/** Names of each of these bulk registrations, after a label, ordered by label. */
export const selectNamesOfRegistrations = fetchRows(
  { ids: array(uuid), after: text, limit: integer },
  ({ ids, after, limit }) =>
    rawQuery(
      {
        ...{ registrationId: cast(uuid, sql`found.registration_id`), label: cast(text, sql`found.label`) },
        domain: cast(text, sql`found.label || zone.suffix`),
      },
      (selected) => sql`select ${selected} from unnest(${ids}) as wanted (id) cross join lateral (
          select registration_id, label, zone_id from ${bulkRegistrationName}
          where registration_id = wanted.id and label > ${after} order by label limit ${limit}
        ) found join ${zone} on ${zone.id} = found.zone_id order by found.registration_id, found.label`,
    ),
);

/** The newest bulk registration that contains each of these names. */
export const selectRegistrationsOfNames = fetchRows(
  { wanted: records({ number: integer, zone: text, label: text }) },
  ({ wanted }) =>
    rawQuery(
      { number: cast(integer, sql`wanted.number`), ...columns },
      (selected) => sql`select distinct on (wanted.number) ${selected}
        from ${wanted}
        join ${zone} on ${zone.name} = wanted.zone
        join ${bulkRegistrationName} on bulk_registration_name.zone_id = zone.id
          and bulk_registration_name.label = wanted.label
        join ${bulkRegistration} on ${id} = bulk_registration_name.registration_id
        join ${nameserverSet} on ${nameserverSet.id} = ${bulkRegistration.setId}
        order by wanted.number, ${day} desc, ${score} desc, ${id}`,
    ),
);

import { type SQL, sql } from 'drizzle-orm';
import {
  cast,
  fetchRows,
  float8,
  integer,
  nullable,
  rawQuery,
  text,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { controller } from '../../tables.js';
import { oldestFirst } from './controllers.js';

/**
 * The data of controllers that is compared with the blacklist and the departments. Selects controllers whose last
 * check-in was after `cutoff`, in Unix epoch seconds, and whose GUID is after `after`, sorted by GUID.
 */
export const selectAddresses = fetchRows({ after: uuid, cutoff: float8, limit: integer }, ({ after, cutoff, limit }) =>
  rawQuery(
    {
      guid: controller.guid,
      lastIpAddr: cast(nullable(text), sql`host(${controller.lastIpAddr})`),
      ipAddresses: controller.ipAddresses,
      department: controller.department,
    },
    (selected) => sql`select ${selected} from ${controller}
        where ${controller.guid} > ${after} and ${controller.lastContact} > ${cutoff}
        order by ${controller.guid} limit ${limit}`,
  ),
);

/** The controllers with seats from a rank, starting at 0, onwards, in the order of registration. */
function rankedControllers(parameters: { cutoff: SQL; from: SQL; count: SQL }): SQL {
  return sql`select guid, department from ${controller} where ${controller.lastContact} > ${parameters.cutoff}
    ${oldestFirst(controller)} offset ${parameters.from} limit ${parameters.count}`;
}

const rankTypes = { cutoff: float8, from: integer, count: integer };

/**
 * The GUIDs of `count` controllers from a rank onwards. As in {@link selectAddresses}, their last check-in was after
 * `cutoff`.
 */
export const selectRanked = fetchRows(rankTypes, (parameters) =>
  rawQuery(
    { guid: cast(text, sql`guid::text`) },
    (selected) => sql`select ${selected} from (${rankedControllers(parameters)}) ranked`,
  ),
);

/**
 * The departments of the controllers that {@link selectRanked} selects, with the numbers of controllers, largest number
 * first.
 */
export const countRankedByDepartment = fetchRows({ ...rankTypes, limit: integer }, (parameters) =>
  rawQuery(
    { department: cast(nullable(text), sql`department`), count: cast(integer, sql`count(*)::integer`) },
    (selected) => sql`select ${selected} from (${rankedControllers(parameters)}) ranked
        group by department order by count(*) desc, department limit ${parameters.limit}`,
  ),
);

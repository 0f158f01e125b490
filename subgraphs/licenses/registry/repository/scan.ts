import { sql } from 'drizzle-orm';
import {
  fetchRows,
  float8,
  integer,
  nullable,
  rows,
  statement,
  text,
  typed,
  uuid,
} from '../../../../platform/database/statements/index.js';
import { controller } from '../../tables.js';

/**
 * What the blacklist and the departments are compared with, of controllers after a GUID, sorted by GUID. Only
 * controllers that checked in after `expiry`, in Unix epoch seconds.
 */
export const selectAddresses = fetchRows(
  statement({ after: uuid, expiry: float8, limit: integer }, ({ after, expiry, limit }) =>
    rows(
      {
        guid: controller.guid,
        lastIpAddr: typed(nullable(text), sql`host(${controller.lastIpAddr})`),
        ipAddresses: controller.ipAddresses,
      },
      (selected) => sql`select ${selected} from ${controller}
        where ${controller.guid} > ${after} and ${controller.lastContact} > ${expiry}
        order by ${controller.guid} limit ${limit}`,
    ),
  ),
);

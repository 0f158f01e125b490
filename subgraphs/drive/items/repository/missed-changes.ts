import { sql } from 'drizzle-orm';
import { array, bigint, execute, float8, hasRow, text } from '../../../../platform/database/statements/index.js';
import { change, item, site } from '../tables.js';
import { noListing } from './changes.js';

/**
 * Whether the changes after change `since` show that the site has not reported other changes: content was not found,
 * but its item is not reported as deleted (`missingIds`); a folder was restored, but items that were deleted with it
 * are not reported; or two items of one folder have the same name.
 */
export const hasMissedChanges = hasRow(
  { siteId: text, since: bigint, missingIds: array(text) },
  ({ siteId, since, missingIds }) => sql`
    select from ${item} i
      where i.site_id = ${siteId} and i.id = any(${missingIds}) and i.deleted_at is null and i.change <= ${since}
    union all
    select from ${item} folder
      join ${change} c on c.site_id = folder.site_id and c.number = folder.change and c.kind = 'restored'
      join ${item} i on i.site_id = folder.site_id and i.parent_id = folder.id
      where folder.site_id = ${siteId} and folder.change > ${since} and folder.is_folder
        and i.deleted_at is not null and i.change <= ${since}
    union all
    select from ${item} i
      where i.site_id = ${siteId} and i.deleted_at is null and i.parent_id in (select changed.parent_id from ${item} changed
        where changed.site_id = ${siteId} and changed.change > ${since} and changed.deleted_at is null)
      group by i.parent_id, lower(i.name collate "default") having count(*) > 1 and max(i.change) > ${since}
    limit 1`,
);

/**
 * Makes the next delta query of a site list the whole site, unless such a listing was requested after `before`. A time
 * after `now` was recorded while the clock was wrong.
 */
export const requestMissedChanges = execute(
  { siteId: text, before: float8, now: float8 },
  ({ siteId, before, now }) => sql`update ${site} set delta_link = null, listing_requested_at = ${now}, ${noListing}
      where ${site.id} = ${siteId} and (${site.listingRequestedAtEpoch} is null
        or ${site.listingRequestedAtEpoch} <= ${before} or ${site.listingRequestedAtEpoch} > ${now})`,
);

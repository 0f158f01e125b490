import type { JobDefinition } from '../../../platform/jobs.js';
import type { ZoneDependencies } from '../dependencies.js';
import { watchBrandsJobName } from '../imports/index.js';
import { addBrand, removeBrand, updateBrand } from './service/change-brands.js';
import { listHits, triageHits } from './service/hits.js';
import { followIdnLabels } from './service/look-alikes.js';
import { matchJobs } from './service/match-hosts.js';
import { alertJobs } from './service/open-alerts.js';
import { brandDays, hitCountsOf, listBrands } from './service/read-brands.js';
import { watchBrands } from './service/watch.js';

export { brandNotifications } from './notifications.js';
export { selectAlertsOfName } from './repository/alerts.js';
export { selectWatchedBrands, selectZonesById, type WatchedBrandRow } from './repository/followed-imports.js';
export { selectEntriesOfName } from './repository/hit-lists.js';
export { brandLimits } from './rules/brand-input.js';
export type { BrandMatcher, WatchedBrand } from './rules/brand-matcher.js';
export type { HitRow } from './service/hits.js';
export { MatcherCache } from './service/names-with-brands.js';
export { type BrandRow, listFullBrands, readBrand } from './service/read-brands.js';
export { reopenHits } from './service/reopen-hits.js';
export { watchBrands } from './service/watch.js';

/** The brand operations that commands and tests call. */
export const brandOperations = {
  ...{ listBrands, addBrand, updateBrand, removeBrand, brandDays, hitCountsOf, listHits, triageHits },
};

export function brandJobs(dependencies: ZoneDependencies): JobDefinition[] {
  return [
    ...alertJobs(dependencies),
    ...matchJobs(dependencies),
    {
      name: 'zones.follow-international-labels',
      cron: '* * * * *',
      run: () => followIdnLabels(dependencies, { batches: Number.POSITIVE_INFINITY }),
    },
    {
      name: watchBrandsJobName,
      cron: '* * * * *',
      run: (_, signal) => watchBrands(dependencies, signal),
    },
  ];
}

export { BrandHitEntryKind, BrandHitKind, brandHitKinds } from './vocabulary.js';

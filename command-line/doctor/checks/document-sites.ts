import { type SiteState, siteStatesIn } from '../../../subgraphs/drive/service.js';
import { assessTables } from '../assess-tables.js';
import { type Check, type CheckResult, ok, skip, warning } from '../check.js';

/** Checks that the followed document sites are synchronized. Sends no requests to the sites. */
export const documentSites: Check = {
  name: 'document sites',
  async run(context) {
    const { drive } = context.configuration;
    if (drive.graphUrl === '') return skip('no document site is followed ([drive] graph_url)');
    return await assessTables(context, (sql) => siteStatesIn(sql, drive), assessSites);
  },
};

function assessSites(sites: readonly SiteState[]): CheckResult {
  const failingSites = sites.filter(({ state }) => state === 'failing');
  const paused = sites.filter(({ state }) => state === 'paused').length;
  if (failingSites.length === 0)
    return ok(`document sites: ${sites.length} followed, ${paused} of them paused; none is failing`);
  return warning(
    `${failingSites.length} of ${sites.length} document sites cannot be synchronized: ${failingSites.slice(0, 5).map(describe).join('; ')}`,
    'see rampart drive sites list',
  );
}

function describe({ site, lastError }: SiteState): string {
  return `${site} (${lastError ?? 'no error is recorded'})`;
}

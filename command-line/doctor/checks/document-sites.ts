import { withUnmigratedDatabase } from '../../../platform/database/index.js';
import { silentLog } from '../../../platform/log.js';
import { type SiteState, siteStatesIn } from '../../../subgraphs/drive/service.js';
import { type Check, ok, skip, warning } from '../check.js';

/** Checks that the followed document sites are synchronized. Does not request the sites. */
export const documentSites: Check = {
  name: 'document sites',
  async run({ configuration, database }) {
    if (configuration.drive.graphUrl === '') return skip('none is followed ([drive] graph_url)');
    const facts = await database();
    if (facts === null || facts.migrations.pending > 0) return skip('the status of document sites is not known yet');
    const sites = await withUnmigratedDatabase({ configuration, log: silentLog }, (sql) =>
      siteStatesIn(sql, configuration.drive),
    );
    const failing = sites.filter(({ state }) => state === 'failing');
    const paused = sites.filter(({ state }) => state === 'paused').length;
    if (failing.length === 0) return ok(`${sites.length} followed, ${paused} paused; none is failing`);
    return warning(
      `${failing.length} of ${sites.length} document sites fail: ${failing.slice(0, 5).map(describe).join('; ')}`,
      'see rampart drive sites list',
    );
  },
};

function describe({ site, lastError }: SiteState): string {
  return `${site} (${lastError ?? 'no error is recorded'})`;
}

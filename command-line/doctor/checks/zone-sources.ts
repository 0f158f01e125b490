import { withUnmigratedDatabase } from '../../../platform/database/index.js';
import { silentLog } from '../../../platform/log.js';
import { type SourceRecord, sourcesIn } from '../../../subgraphs/zones/service.js';
import { type Check, ok, skip, warning } from '../check.js';

/** Checks that the zones with a source are current. Does not request the sources. */
export const zoneSources: Check = {
  name: 'zone sources',
  async run({ configuration, clock, database }) {
    const { sources } = configuration.zones;
    if (sources.length === 0) return skip('no [zones] sources');
    const facts = await database();
    if (facts === null || facts.migrations.pending > 0) return skip('the database has no states of sources yet');
    const states = await withUnmigratedDatabase({ configuration, log: silentLog }, (sql) =>
      sourcesIn(sql, { settings: configuration.zones, now: clock.now() }),
    );
    const late = states.filter(({ state }) => state === 'stale' || state === 'failing');
    if (late.length === 0) return ok(`${states.length} zones have a source; none is stale or failing`);
    const described = late.slice(0, 5).map(describe).join('; ');
    return warning(
      `${late.length} of ${states.length} zones with a source are not current: ${described}`,
      'see rampart zones pull --status, and try rampart zones pull ZONE',
    );
  },
};

function describe({ zone, state, error }: SourceRecord): string {
  return `${zone} is ${state}${error === null ? '' : ` (${error})`}`;
}

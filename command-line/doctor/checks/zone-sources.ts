import { countOf } from '../../../platform/count-of.js';
import { type SourceRecord, sourcesIn } from '../../../subgraphs/zones/service.js';
import { assessTables } from '../assess-tables.js';
import { type Check, type CheckResult, ok, skip, warning } from '../check.js';

/** Checks that zones that are pulled from a source are current. Sends no requests to the sources. */
export const zoneSources: Check = {
  name: 'zone sources',
  async run(context) {
    const { zones: settings } = context.configuration;
    if (settings.sources.length === 0) return skip('no zone has a source ([zones] sources)');
    const now = context.clock.now();
    return await assessTables(context, (sql) => sourcesIn(sql, { settings, now }), assessSources);
  },
};

function assessSources(states: readonly SourceRecord[]): CheckResult {
  const outdated = states.filter(({ state }) => state === 'stale' || state === 'failing');
  if (outdated.length === 0)
    return ok(`${countOf(states.length, 'zone has', 'zones have')} a source; none is stale or failing`);
  const examples = outdated.slice(0, 5).map(describe).join('; ');
  return warning(
    `${outdated.length} of ${states.length} zones with a source are not current: ${examples}`,
    'see rampart zones pull --status, and try rampart zones pull ZONE',
  );
}

function describe({ zone, state, error }: SourceRecord): string {
  return `${zone} is ${state}${error === null ? '' : ` (${error})`}`;
}

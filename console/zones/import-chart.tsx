import type { ZoneImportsQuery } from '../generated/operations.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import type { ChartBucket } from '../shared/time-buckets.js';
import { TimeChart } from '../shared/time-chart.js';
import { formatUtcMinute, timeRangeParameters, withTimeRange } from '../shared/time-range.js';

export type ZoneImport = NonNullable<ZoneImportsQuery['zoneImports']>['nodes'][number];

const daySeconds = 86_400;
/** Maximum number of bars: a longer time range has wider bars. */
const maxBars = 400;
const series = [
  { name: 'Added', color: '--chart-1' },
  { name: 'Changed', color: '--chart-2' },
  { name: 'Removed', color: '--chart-4' },
];

/**
 * Numbers of domains that imports added, changed and removed, by the time of the snapshots. Imports that add all
 * domains of a zone, such as its first import, are omitted unless there are no others: next to them, the bars of later
 * changes would be invisible.
 */
export function ImportChart({ imports: all }: { readonly imports: readonly ZoneImport[] }) {
  const { path, search } = useLocation();
  const withoutInitialImports = all.filter(({ addedDomains, domains }) => addedDomains < domains || domains === 0);
  const imports = withoutInitialImports.length > 0 ? withoutInitialImports : all;
  const times = imports.map(({ at }) => Date.parse(at) / 1000);
  const intervalSeconds =
    daySeconds * Math.max(1, Math.ceil((Math.max(...times) - Math.min(...times)) / daySeconds / maxBars));
  const isZoomed = timeRangeParameters(search).size > 0;
  if (imports.length === 0 && !isZoomed) {
    return null;
  }
  const show = (range: { from?: string; to?: string }) => navigate(hrefOf(path, withTimeRange(search, range)));
  return (
    <TimeChart
      title={imports.length < all.length ? 'changed by imports after the first of each zone' : 'changed by imports'}
      noun="domain"
      intervalSeconds={intervalSeconds}
      buckets={bucketsOf(imports, intervalSeconds)}
      series={series}
      onZoom={({ from, to }) => show({ from: formatUtcMinute(from), to: formatUtcMinute(to) })}
      onReset={isZoomed ? () => show({}) : undefined}
    />
  );
}

/** The sums of the imports in each bucket, from the first to the last. */
function bucketsOf(imports: readonly ZoneImport[], intervalSeconds: number): ChartBucket[] {
  const bucketOf = ({ at }: ZoneImport) => Math.floor(Date.parse(at) / 1000 / intervalSeconds);
  const numbers = imports.map(bucketOf);
  const [first, last] = imports.length === 0 ? [0, -1] : [Math.min(...numbers), Math.max(...numbers)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const members = imports.filter((zoneImport) => bucketOf(zoneImport) === first + index);
    const sumOf = (name: 'addedDomains' | 'changedDomains' | 'removedDomains') =>
      members.reduce((sum, zoneImport) => sum + zoneImport[name], 0);
    return {
      start: (first + index) * intervalSeconds,
      counts: [sumOf('addedDomains'), sumOf('changedDomains'), sumOf('removedDomains')],
    };
  });
}

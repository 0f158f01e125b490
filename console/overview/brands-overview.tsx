import { BrandOverviewDocument, type BrandOverviewQuery } from '../generated/operations.js';
import { formatNumber } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { brandsPath } from '../zones/paths.js';
import { type Tile, Tiles } from './tiles.js';

/** Maximum number of brands with a separate tile. */
const shownBrands = 11;

/** Numbers of names that imitate brands and were found today (UTC), by brand. */
export function BrandsOverview() {
  const tenant = useSelectedTenant();
  const day = secondsAgo(0).slice(0, 10);
  const query = useGraphQuery({ document: BrandOverviewDocument, variables: { day } });
  return (
    <section className="overview-part">
      <h2>Today’s look-alikes</h2>
      <QueryPanel query={query} dataName="brands">
        {(data) => {
          const brands = data.brands.filter(({ tenantId }) => tenant === '' || tenantId === tenant);
          return brands.length === 0 ? (
            <p>
              No brand is watched. <a href={hrefOf(brandsPath)}>Brands</a>
            </p>
          ) : (
            <Tiles label="Today’s look-alikes" tiles={tilesOf(brands, day)} />
          );
        }}
      </QueryPanel>
    </section>
  );
}

type Brand = NonNullable<BrandOverviewQuery['brands']>[number];

/** The total of all brands, then each brand with hits, in descending order. */
function tilesOf(brands: readonly Brand[], day: string): Tile[] {
  const brandsWithTotals = brands.map((brand) => ({
    ...brand,
    found: brand.days.reduce((sum, { found }) => sum + found, 0),
  }));
  const total = brandsWithTotals.reduce((sum, { found }) => sum + found, 0);
  const imitated = brandsWithTotals
    .filter(({ found }) => found > 0)
    .toSorted((left, right) => right.found - left.found);
  return [
    { label: 'All brands', value: formatNumber(total), href: hrefOf(brandsPath, { found: day }) },
    ...imitated.slice(0, shownBrands).map(({ id, unicodeName, found }) => ({
      label: unicodeName,
      value: formatNumber(found),
      href: hrefOf(brandsPath, { brand: id, found: day }),
    })),
  ];
}

import { countOf } from '../../../platform/count-of.js';
import { listFullBrands } from '../../../subgraphs/zones/service.js';
import { assessTables } from '../assess-tables.js';
import { type Check, type CheckResult, ok, warning } from '../check.js';

/** Checks that all names that imitate brands are recorded. */
export const brands: Check = {
  name: 'brands',
  run: (context) => assessTables(context, listFullBrands, assessBrands),
};

type FullBrand = Awaited<ReturnType<typeof listFullBrands>>[number];

function assessBrands(full: readonly FullBrand[]): CheckResult {
  if (full.length === 0) return ok('all look-alikes and matching domain names in certificates are recorded');
  const examples = full.slice(0, 5).map(describe).join('; ');
  return warning(
    `not all matching names are recorded: ${examples}`,
    'watch fewer kinds or zones: rampart zones brands update BRAND --kinds KINDS --zones ZONES',
  );
}

function describe({ name, isFull, skippedCertificates }: FullBrand): string {
  const parts = [
    isFull && 'maximum number of open hits reached',
    skippedCertificates > 0 &&
      countOf(
        skippedCertificates,
        'matching domain name in certificates not recorded',
        'matching domain names in certificates not recorded',
      ),
  ];
  return `${name} (${parts.filter(Boolean).join(', ')})`;
}

import { countOf } from '../../../platform/count-of.js';
import { listFullBrands } from '../../../subgraphs/zones/service.js';
import { type Check, ok, skip, warning } from '../check.js';
import { missingTablesReason, queryTables } from '../query-tables.js';

/** Checks that all names that imitate brands are recorded. */
export const brands: Check = {
  name: 'brands',
  async run(context) {
    const full = await queryTables(context, listFullBrands);
    if (full === undefined) return skip(missingTablesReason);
    if (full.length === 0) return ok('all look-alikes and matching domain names in certificates are recorded');
    const examples = full.slice(0, 5).map(describe).join('; ');
    return warning(
      `not all matching names are recorded: ${examples}`,
      'watch fewer kinds or zones: rampart zones brands update BRAND --kinds KINDS --zones ZONES',
    );
  },
};

function describe({ name, isFull, skippedCertificates }: Awaited<ReturnType<typeof listFullBrands>>[number]): string {
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

import type { LicenseDocumentPreviewQuery } from '../generated/operations.js';
import { DataTable } from '../shared/data-table.js';
import { formatCount, formatNumber, formatTime, timeTitle } from '../shared/format.js';

type Comparison = NonNullable<NonNullable<LicenseDocumentPreviewQuery['licenseDocumentPreview']>['license']>;
type Terms = Comparison['after'];

const rows: readonly (readonly [name: string, cell: (terms: Terms) => string])[] = [
  ['Customer', ({ customer }) => customer],
  ['Seats', ({ cap }) => formatNumber(cap)],
  [timeTitle('Valid until'), ({ expiresAt }) => formatTime(expiresAt)],
  [timeTitle('Controllers served until'), ({ graceEndsAt }) => formatTime(graceEndsAt)],
  ['Entitlements', ({ entitlements }) => JSON.stringify(entitlements)],
  ['License ID', ({ id }) => id],
];

/** The terms of the current and the new license, and the effect of the new one on the seats. */
export function LicensePreview({ comparison }: { readonly comparison: Comparison }) {
  const { before, after, seatsUsed, seatsOver } = comparison;
  return (
    <>
      {seatsOver > 0 && (
        <p className="notice notice-bad">
          {formatCount(seatsUsed, 'seat is', 'seats are')} used, {formatNumber(seatsOver)} more than the new license
          permits. No controller loses its seat, but no other controller is registered until{' '}
          {formatNumber(seatsOver + 1)} seats are freed.
        </p>
      )}
      {before !== null && Date.parse(after.graceEndsAt) < Date.parse(before.graceEndsAt) && (
        <p className="notice notice-bad">The grace period of the new license ends before that of the current one.</p>
      )}
      <DataTable
        keyOf={([name]) => name}
        rows={rows}
        columns={[
          { title: 'License', cell: ([name]) => name },
          { title: 'Current', cell: ([, cell]) => (before === null ? 'None' : cell(before)) },
          {
            title: 'New',
            cell: ([, cell]) => (before !== null && cell(before) === cell(after) ? 'Unchanged' : cell(after)),
          },
        ]}
      />
    </>
  );
}

import './licenses.css';
import { LicenseStatusDocument, type LicenseStatusQuery } from '../generated/operations.js';
import { Fact, Facts } from '../shared/facts.js';
import { countOf, formatEnum, formatNumber, formatShare, formatTime } from '../shared/format.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

type License = NonNullable<LicenseStatusQuery['license']>;

/** The license in force: customer, end, and seats. */
export function LicensePanel() {
  const license = useGraphQuery({ document: LicenseStatusDocument, variables: {} });
  return (
    <QueryPanel query={license} what="the license">
      {({ license: found }) => (
        <section className="license-panel" aria-label="License">
          {found.state !== 'VALID' && (
            <p className="notice notice-bad" role="status">
              The license is {formatEnum(found.state).toLowerCase()}: controllers are refused.{' '}
              {found.problem ?? 'Issue a new one with rampart license issue.'}
            </p>
          )}
          <Facts>
            <Fact name="Customer">{found.customer ?? 'None'}</Fact>
            <Fact name="Valid until (UTC)">{found.expiresAt === null ? 'No end' : formatTime(found.expiresAt)}</Fact>
            <Fact name="Seats">{seatsOf(found)}</Fact>
          </Facts>
        </section>
      )}
    </QueryPanel>
  );
}

function seatsOf({ cap, seatsUsed, seatsLeft }: License) {
  if (cap === null || seatsLeft === null) {
    return `${countOf(seatsUsed, 'seat')} used, no maximum`;
  }
  return (
    <>
      {formatNumber(seatsUsed)} of {countOf(cap, 'seat')} used ({formatShare(cap === 0 ? 1 : seatsUsed / cap)}),{' '}
      {formatNumber(seatsLeft)} left
      <meter className="seat-meter" min={0} max={cap} high={cap * 0.8} value={seatsUsed} aria-label="Seats used" />
    </>
  );
}

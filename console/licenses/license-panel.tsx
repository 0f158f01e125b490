import './licenses.css';
import { LicenseStatusDocument, type LicenseStatusQuery } from '../generated/operations.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatCount, formatEnum, formatNumber, formatShare, formatTime, timeTitle } from '../shared/format.js';
import { ListHead } from '../shared/list-head.js';
import { QueryPanel } from '../shared/query-panel.js';
import { timeZoneLabel } from '../shared/time-zone.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

type License = NonNullable<LicenseStatusQuery['license']>;

type Warning = License['warnings']['nodes'][number];

/** The license in effect: customer, expiration, and seats. */
export function LicensePanel() {
  const license = useGraphQuery({ document: LicenseStatusDocument, variables: {} });
  return (
    <QueryPanel query={license} dataName="the license">
      {({ license: found }) => (
        <section className="license-panel" aria-label="License">
          {found.state === 'GRACE' && (
            <p className="notice notice-bad" role="status">
              The license is in its grace period: {found.problem}.
            </p>
          )}
          {found.state !== 'VALID' && found.state !== 'GRACE' && (
            <p className="notice notice-bad" role="status">
              Controllers are rejected: {found.problem ?? `the license is ${formatEnum(found.state).toLowerCase()}`}.
              {['MISSING', 'EXPIRED'].includes(found.state) && (
                <>
                  {' '}
                  Issue a license with <code>rampart license issue</code>.
                </>
              )}
            </p>
          )}
          <DescriptionList>
            <DescriptionItem name="Customer">{found.customer ?? 'None'}</DescriptionItem>
            <DescriptionItem name={timeTitle('Valid until')}>
              {found.expiresAt === null ? 'No license' : formatTime(found.expiresAt)}
            </DescriptionItem>
            <DescriptionItem name="Seats">{seatsOf(found)}</DescriptionItem>
            <DescriptionItem name="Seats are freed after">
              {found.leaseDays === null ? 'Never' : `${formatCount(found.leaseDays, 'day')} without a check-in`}
            </DescriptionItem>
          </DescriptionList>
          <Warnings of={found.warnings} />
        </section>
      )}
    </QueryPanel>
  );
}

/**
 * Warnings about the license, seats and versions. All silent controllers share one line, which expands to their names.
 */
function Warnings({ of: { nodes: warnings, pageInfo } }: { of: License['warnings'] }) {
  const silentWarnings = warnings.filter(({ kind }) => kind === 'CONTROLLER_SILENT');
  const others = warnings.filter(({ kind }) => kind !== 'CONTROLLER_SILENT');
  if (warnings.length === 0) return null;
  return (
    <>
      <ListHead
        count={`${pageInfo.hasNextPage ? 'At least ' : ''}${formatCount(warnings.length, 'warning')}`}
        exported={{ path: 'api/license-warnings/export' }}
      />
      <ul className="license-warnings" aria-label="Warnings">
        {others.map((warning) => (
          <WarningItem key={`${warning.kind} ${warning.subject}`} warning={warning} />
        ))}
        {silentWarnings.length > 0 && (
          <li>
            <details>
              <summary>
                {pageInfo.hasNextPage && 'At least '}
                {formatCount(silentWarnings.length, 'controller is', 'controllers are')} not checking in
              </summary>
              <ul>
                {silentWarnings.map((warning) => (
                  <WarningItem key={warning.subject} warning={warning} />
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </>
  );
}

function WarningItem({ warning }: { warning: Warning }) {
  return (
    <li>
      {textOf(warning)}, since {formatTime(warning.since)} ({timeZoneLabel})
    </li>
  );
}

function textOf({ kind, subject, threshold, controller }: Warning): string {
  switch (kind) {
    case 'LICENSE_EXPIRING':
      return threshold === 0
        ? 'The license has expired'
        : `The license expires within ${formatCount(threshold ?? 0, 'day')}`;
    case 'GRACE_ENDING':
      return threshold === 0
        ? 'The grace period of the license has ended'
        : `The grace period of the license ends within ${formatCount(threshold ?? 0, 'day')}`;
    case 'SEATS_LOW':
      return `At least ${threshold}% of the seats are used`;
    case 'CONTROLLER_SILENT':
      return `${controller?.lastHostname ?? subject} is not checking in`;
    case 'VERSION_OUTDATED':
      return `Controllers run the outdated version ${subject}`;
  }
}

function seatsOf({ cap, seatsUsed, seatsLeft }: License) {
  if (cap === null || seatsLeft === null) {
    return `${formatCount(seatsUsed, 'seat')} used, no license`;
  }
  return (
    <>
      {formatNumber(seatsUsed)} of {formatCount(cap, 'seat')} used ({formatShare(cap === 0 ? 1 : seatsUsed / cap)}),{' '}
      {formatNumber(seatsLeft)} left
      <meter className="seat-meter" min={0} max={cap} high={cap * 0.8} value={seatsUsed} aria-label="Seats used" />
    </>
  );
}

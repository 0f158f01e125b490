import { paths } from '../administration/paths.js';
import { listPath } from '../alerts/list-location.js';
import { drivePath } from '../drive/paths.js';
import {
  AlertHealthDocument,
  DriveHealthDocument,
  LicenseHealthDocument,
  MailHealthDocument,
  MessageHealthDocument,
  ZoneHealthDocument,
} from '../generated/operations.js';
import { controllersPath } from '../licenses/paths.js';
import { formatCount, formatEnum, formatNumber, formatRelativeTime, formatTimeInZone } from '../shared/format.js';
import { usePermissions } from '../shared/permissions.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { zonesPath } from '../zones/paths.js';
import { ServiceHealth } from './service-health.js';

const daySeconds = 86_400;

/** Returns the messages of the problems whose condition is true. */
function problemsOf(...found: readonly (readonly [isProblem: boolean, message: string])[]): string[] {
  return found.flatMap(([isProblem, message]) => (isProblem ? [message] : []));
}

export function AlertHealth() {
  const query = useGraphQuery({ document: AlertHealthDocument, variables: {} });
  return (
    <ServiceHealth
      {...{ title: 'Alerts', path: listPath, query }}
      healthOf={({ alertStore: { alertsCount, uptimeSeconds } }) => ({
        problems: [],
        facts: [
          `${formatCount(alertsCount, 'alert')} stored`,
          `Started ${formatRelativeTime(new Date(Date.now() - uptimeSeconds * 1000))}`,
        ],
      })}
    />
  );
}

export function ZoneHealth() {
  const query = useGraphQuery({ document: ZoneHealthDocument, variables: {} });
  return (
    <ServiceHealth
      {...{ title: 'Zones', path: zonesPath, query }}
      healthOf={({ zones, zoneSources }) => {
        const newest = zones
          .map(({ lastImportAt }) => lastImportAt)
          .toSorted()
          .at(-1);
        const failingSources = zoneSources.filter(({ state }) => state === 'FAILING' || state === 'STALE');
        return {
          problems: failingSources.map(
            (source) =>
              `${source.zone}: ${formatEnum(source.state)}${source.error === null ? '' : `, ${source.error}`}`,
          ),
          facts: [
            `${formatCount(zones.length, 'zone')}, ${formatCount(zoneSources.length, 'source')}`,
            newest === undefined ? 'Nothing imported yet' : `Last import ${formatRelativeTime(newest)}`,
          ],
        };
      }}
    />
  );
}

export function LicenseHealth() {
  const variables = { silentSince: secondsAgo(daySeconds) };
  const query = useGraphQuery({ document: LicenseHealthDocument, variables });
  return (
    <ServiceHealth
      {...{ title: 'Controllers and license', path: controllersPath, query }}
      healthOf={({ license: { state, problem, cap, seatsUsed, expiresAt }, silent }) => ({
        problems: problemsOf(
          [state !== 'VALID', `License: ${formatEnum(state)}${problem === null ? '' : `, ${problem}`}`],
          [cap !== null && seatsUsed >= cap, 'All seats are used: new controllers are rejected'],
          [silent.totalCount > 0, `${formatCount(silent.totalCount, 'controller')} without a check-in for a day`],
        ),
        facts: [
          cap === null
            ? `${formatCount(seatsUsed, 'seat')} used`
            : `${formatNumber(seatsUsed)} of ${formatCount(cap, 'seat')} used`,
          expiresAt === null ? 'No license' : `License valid until ${formatTimeInZone(expiresAt)}`,
        ],
      })}
    />
  );
}

export function DriveHealth() {
  const query = useGraphQuery({ document: DriveHealthDocument, variables: {} });
  return (
    <ServiceHealth
      {...{ title: 'Drive', path: drivePath, query }}
      healthOf={({ driveStatus, driveMassChanges: { totalCount: massChanges } }) => {
        const { isConnected, reason, subscriptionHealth, lastSyncAt, circuit, counts } = driveStatus;
        return {
          problems: problemsOf(
            [
              massChanges > 0,
              `${formatCount(massChanges, 'open mass change')}: changes look like encryption or deletion`,
            ],
            [isConnected && reason !== null, reason ?? ''],
            [circuit.isOpen, 'Requests to the configured site failed repeatedly and are paused'],
            [
              subscriptionHealth === 'EXPIRED' || subscriptionHealth === 'FAILING',
              `Subscription: ${formatEnum(subscriptionHealth)}`,
            ],
            [counts.failedDownloads > 0, `${formatCount(counts.failedDownloads, 'failed download')}`],
          ),
          facts: [
            isConnected ? 'Connected' : `Not connected${reason === null ? '' : `: ${reason}`}`,
            lastSyncAt === null ? 'Never synchronized' : `Synchronized ${formatRelativeTime(lastSyncAt)}`,
            `${formatCount(counts.pendingDownloads, 'pending download')}`,
          ],
        };
      }}
    />
  );
}

export function MessageHealth() {
  const query = useGraphQuery({ document: MessageHealthDocument, variables: {} });
  const canManage = usePermissions().includes(paths.messages.permission);
  return (
    <ServiceHealth
      {...{ title: 'Notifications', path: canManage ? paths.messages.path : listPath, query }}
      healthOf={({ pending, dead }) => ({
        problems: problemsOf([
          dead.totalCount > 0,
          `${formatCount(dead.totalCount, 'message')} could not be delivered`,
        ]),
        facts: [`${formatCount(pending.totalCount, 'message')} waiting`],
      })}
    />
  );
}

export function MailHealth() {
  const query = useGraphQuery({ document: MailHealthDocument, variables: {} });
  return (
    <ServiceHealth
      {...{ title: 'Emails', path: paths.emails.path, query }}
      healthOf={({ waiting, failed }) => ({
        problems: problemsOf([failed.totalCount > 0, `${formatCount(failed.totalCount, 'email')} could not be sent`]),
        facts: [`${formatCount(waiting.totalCount, 'email')} waiting`],
      })}
    />
  );
}

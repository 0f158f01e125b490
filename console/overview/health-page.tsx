import './overview.css';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../shared/button.js';
import { startPageRefreshes } from '../shared/coalesced-refresh.js';
import { useAccess } from '../shared/permissions.js';
import { refreshQueries } from '../shared/revision.js';
import {
  AlertHealth,
  DriveHealth,
  LicenseHealth,
  MailHealth,
  MessageHealth,
  ZoneHealth,
} from './health-of-services.js';

/** The services that the person may read, each with its problems, in the order of the navigation. */
const services: readonly { readonly permission: string; readonly component: () => ReactNode }[] = [
  { permission: 'alerts.read', component: AlertHealth },
  { permission: 'zones.imports', component: ZoneHealth },
  { permission: 'licenses.read', component: LicenseHealth },
  { permission: 'drive.read', component: DriveHealth },
  { permission: 'notifications.read', component: MessageHealth },
  { permission: 'mails.read', component: MailHealth },
];

/**
 * The health of all services, refreshed every minute. Each has a separate query, so a failure of one does not hide the
 * others.
 */
export function HealthPage() {
  const hasAccess = useAccess();
  useEffect(() => startPageRefreshes().cancel, []);
  return (
    <div className="page">
      <div className="page-head">
        <h1>Health</h1>
        <Button onClick={refreshQueries}>Refresh</Button>
      </div>
      <ul className="health" aria-label="Services">
        {services
          .filter(({ permission }) => hasAccess(permission))
          .map(({ permission, component: Service }) => (
            <Service key={permission} />
          ))}
      </ul>
    </div>
  );
}

import './overview.css';
import { usePermissions } from '../shared/permissions.js';
import { AlertsOverTime } from './alerts-over-time.js';
import { AlertsOverview } from './alerts-overview.js';
import { BrandsOverview } from './brands-overview.js';
import { OverviewTabs } from './overview-tabs.js';
import { ResponseTimes } from './response-times.js';
import { ServicesOverview } from './services-overview.js';

/** What needs attention in all domains; each number links to what it counts. */
export function OverviewPage() {
  const permissions = usePermissions();
  const licenses = permissions.includes('licenses.read');
  const drive = permissions.includes('drive.read');
  return (
    <div className="page overview">
      <OverviewTabs page="overview" />
      <h1>Overview</h1>
      <AlertsOverview />
      <div className="overview-part">
        <AlertsOverTime />
        {permissions.includes('alerts.read') && <ResponseTimes />}
      </div>
      {permissions.includes('brands.read') && <BrandsOverview />}
      {(licenses || drive) && <ServicesOverview licenses={licenses} drive={drive} />}
    </div>
  );
}

import './overview.css';
import { useEffect } from 'react';
import { startPageRefreshes } from '../shared/coalesced-refresh.js';
import { useAccess, usePermissions } from '../shared/permissions.js';
import { AlertsOverTime } from './alerts-over-time.js';
import { AlertsOverview } from './alerts-overview.js';
import { BrandsOverview } from './brands-overview.js';
import { ResponseTimes } from './response-times.js';
import { ServicesOverview } from './services-overview.js';

/** Open problems in all domains. Each number links to the items that it counts. */
export function OverviewPage() {
  useEffect(() => startPageRefreshes().cancel, []);
  const hasAccess = useAccess();
  // Parts without a known permission are not shown, because they would show a second sign-in form.
  const hasResponseTimes = usePermissions().includes('alerts.read');
  const licenses = hasAccess('licenses.read');
  const drive = hasAccess('drive.read');
  return (
    <div className="page overview">
      <h1>Overview</h1>
      {hasAccess('alerts.read') ? (
        <>
          <AlertsOverview />
          <div className="overview-part">
            <AlertsOverTime />
            {hasResponseTimes && <ResponseTimes />}
          </div>
        </>
      ) : (
        <p>Your role does not permit reading alerts.</p>
      )}
      {hasAccess('brands.read') && <BrandsOverview />}
      {(licenses || drive) && <ServicesOverview licenses={licenses} drive={drive} />}
    </div>
  );
}

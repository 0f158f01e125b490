import { EndpointControllersDocument } from '../generated/operations.js';
import { formatCount } from '../shared/format.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import type { AlertDetail } from './data.js';
import { ControllerList } from './endpoint-relations.js';
import { hrefOfEndpoint } from './paths.js';

/** The endpoint of an alert, with its controllers for people who may read them. */
export function DetailEndpoint({ alert }: { readonly alert: AlertDetail }) {
  const { tenantId, endpointId: hostname } = alert;
  const isAllowed = usePermissions().includes('licenses.read');
  const query = useGraphQuery({
    document: EndpointControllersDocument,
    variables: { tenantId, hostname },
    skip: !isAllowed,
  });
  return (
    <section className="detail-section" aria-labelledby="endpoint-title">
      <h3 id="endpoint-title">Endpoint</h3>
      <p>
        <a href={hrefOfEndpoint({ tenantId, hostname })}>{hostname}</a>{' '}
        <span className="hint">{formatCount(alert.endpoint.activeAlerts, 'alert')} not closed</span>
      </p>
      {isAllowed && (
        <>
          <h4>Controllers</h4>
          <QueryPanel query={query} dataName="controllers">
            {({ endpoint }) => <ControllerList controllers={endpoint.controllers} />}
          </QueryPanel>
        </>
      )}
    </section>
  );
}

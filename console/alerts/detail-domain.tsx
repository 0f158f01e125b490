import { EndpointDomainDocument, type EndpointDomainQuery } from '../generated/operations.js';
import { DomainLink, hrefOfDomain } from '../shared/domain-link.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { formatEnum, formatTimeInZone } from '../shared/format.js';
import { usePermissions } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { DomainDossier } from '../zones/domain-dossier.js';
import { LookAlikeList } from '../zones/domain-look-alikes.js';
import type { AlertDetail } from './data.js';

/** The registered domain of an endpoint, for people who may read it. Empty if no zone has the domain. */
export function DetailDomain({ alert: { tenantId, endpointId } }: { readonly alert: AlertDetail }) {
  const isAllowed = usePermissions().includes('zones.join');
  const query = useGraphQuery({
    document: EndpointDomainDocument,
    variables: { tenantId, hostname: endpointId },
    skip: !isAllowed,
  });
  const domain = query.data?.endpoint.domain ?? null;
  if (query.failure === undefined && domain === null) {
    return null;
  }
  return (
    <section className="detail-section" aria-labelledby="domain-title">
      <h3 id="domain-title">Domain</h3>
      {query.failure !== undefined && <FailurePanel failure={query.failure} />}
      {domain !== null && <Domain key={domain.name} domain={domain} />}
    </section>
  );
}

type DomainOfEndpoint = NonNullable<NonNullable<EndpointDomainQuery['endpoint']>['domain']>;

function Domain({ domain: { name, unicodeName, history } }: { readonly domain: DomainOfEndpoint }) {
  return (
    <>
      <p>
        <DomainLink name={name} /> {unicodeName !== name && <span className="hint">{unicodeName}</span>}
      </p>
      <ol className="history" aria-label="History in the zones">
        {history.nodes.map(({ zone, status, data, observedAt }) => (
          <li key={`${zone} ${data} ${observedAt} ${status}`}>
            <span className="history-event">
              {formatEnum(status)}: {data}
            </span>
            <span className="hint">
              {formatTimeInZone(observedAt)} · {zone}
            </span>
          </li>
        ))}
      </ol>
      {history.pageInfo.hasNextPage && (
        <p>
          <a href={hrefOfDomain(name)}>All observations</a>
        </p>
      )}
      <LookAlikeList name={name} />
      <DomainDossier name={name} heading="h4" />
    </>
  );
}

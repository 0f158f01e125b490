import { EndpointRelationsDocument, type EndpointRelationsQuery } from '../generated/operations.js';
import { DomainLink } from '../shared/domain-link.js';
import { Fact, Facts } from '../shared/facts.js';
import { formatAge, formatEnum, formatTime } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { zone } from '../shared/time-zone.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

/** The permissions that fields of other domains require. */
const needed = ['licenses.read', 'drive.read'];

type Relations = NonNullable<EndpointRelationsQuery['endpoint']>;

interface EndpointRelationsProps {
  readonly tenantId: string;
  readonly hostname: string;
}

/** The data of licenses, zones and drive about an endpoint. Nothing is shown to people who may not read them. */
export function EndpointRelations({ tenantId, hostname }: EndpointRelationsProps) {
  const permissions = usePermissions();
  const isAllowed = needed.every((permission) => permissions.includes(permission));
  const relations = useGraphQuery({
    document: EndpointRelationsDocument,
    variables: { tenantId, hostname },
    skip: !isAllowed,
  });
  if (!isAllowed) {
    return null;
  }
  return (
    <>
      <h2>In other services</h2>
      <QueryPanel query={relations} what="other services">
        {({ endpoint }) =>
          endpoint === null ? (
            <p>Nothing.</p>
          ) : (
            <Facts>
              <Fact name="Controllers">
                <ControllerList controllers={endpoint.controllers} />
              </Fact>
              <Fact name="Domain">
                <DomainOf domain={endpoint.domain} />
              </Fact>
              <Fact name="Evidence">
                <Evidence evidence={endpoint.evidence} />
              </Fact>
            </Facts>
          )
        }
      </QueryPanel>
    </>
  );
}

/** Controllers with links to their page. */
export function ControllerList({ controllers }: Pick<Relations, 'controllers'>) {
  if (controllers === null || controllers.length === 0) {
    return 'None';
  }
  return (
    <ul className="plain-list">
      {controllers.map(({ guid, hostname, version, lastContact }) => (
        <li key={guid}>
          <a href={hrefOf('/controllers', new URLSearchParams({ host: hostname }))}>{hostname}</a>, version {version},
          last check-in {formatAge(lastContact)}
        </li>
      ))}
    </ul>
  );
}

function DomainOf({ domain }: Pick<Relations, 'domain'>) {
  if (domain === null) {
    return 'None';
  }
  const observation = domain.latestObservation;
  return (
    <>
      <DomainLink name={domain.name} />,{' '}
      {observation === null
        ? 'not in the imported zones'
        : `${formatEnum(observation.status).toLowerCase()} since ${formatTime(observation.observedAt)} ${zone}`}
    </>
  );
}

function Evidence({ evidence }: Pick<Relations, 'evidence'>) {
  if (evidence === null || evidence.length === 0) {
    return 'None';
  }
  return (
    <ul className="plain-list">
      {evidence.map(({ item, notes, linkedAt }) => (
        <li key={`${item?.itemId} ${linkedAt}`}>
          {item?.path ?? item?.name ?? 'Unknown file'}
          {notes !== '' && `: ${notes}`} <span className="hint">{formatAge(linkedAt)}</span>
        </li>
      ))}
    </ul>
  );
}

import { drivePath } from '../drive/paths.js';
import { EndpointRelationsDocument, type EndpointRelationsQuery } from '../generated/operations.js';
import { controllersPath } from '../licenses/paths.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { DomainLink } from '../shared/domain-link.js';
import { formatRelativeTime, formatTimeInZone } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

type Relations = NonNullable<EndpointRelationsQuery['endpoint']>;

interface EndpointRelationsProps {
  readonly tenantId: string;
  readonly hostname: string;
}

/** The data of licenses, zones and drive about an endpoint, each part for people who may read it. */
export function EndpointRelations({ tenantId, hostname }: EndpointRelationsProps) {
  const permissions = usePermissions();
  const readable = {
    licenses: permissions.includes('licenses.read'),
    zones: permissions.includes('zones.join'),
    drive: permissions.includes('drive.read'),
  };
  const isAllowed = Object.values(readable).includes(true);
  const relations = useGraphQuery({
    document: EndpointRelationsDocument,
    variables: { tenantId, hostname, ...readable },
    skip: !isAllowed,
  });
  if (!isAllowed) {
    return null;
  }
  return (
    <>
      <h2>In other services</h2>
      <QueryPanel query={relations} dataName="other services">
        {({ endpoint }) => <RelationFacts {...endpoint} />}
      </QueryPanel>
    </>
  );
}

function RelationFacts({ controllers, domain, evidence }: Relations) {
  return (
    <DescriptionList>
      {controllers !== undefined && (
        <DescriptionItem name="Controllers">
          <ControllerList controllers={controllers} />
        </DescriptionItem>
      )}
      {domain !== undefined && (
        <DescriptionItem name="Domain">
          <DomainOf domain={domain} />
        </DescriptionItem>
      )}
      {evidence !== undefined && (
        <DescriptionItem name="Evidence">
          <Evidence evidence={evidence} />
        </DescriptionItem>
      )}
    </DescriptionList>
  );
}

/** Controllers with links to their page. */
export function ControllerList({ controllers }: Required<Pick<Relations, 'controllers'>>) {
  if (controllers === null || controllers.length === 0) {
    return 'None';
  }
  return (
    <ul className="plain-list">
      {controllers.map(({ guid, lastHostname, version, lastContact }) => (
        <li key={guid}>
          <a href={hrefOf(controllersPath, { host: lastHostname })}>{lastHostname}</a>, version {version}, last check-in{' '}
          {formatRelativeTime(lastContact)}
        </li>
      ))}
    </ul>
  );
}

function DomainOf({ domain }: Required<Pick<Relations, 'domain'>>) {
  if (domain === null) {
    return 'None';
  }
  return (
    <>
      <DomainLink name={domain.name} />, {stateOf(domain.observations)}
    </>
  );
}

type Observation = NonNullable<Relations['domain']>['observations'][number];

/**
 * The state of a domain: its active nameservers, or the time since which it has been inactive. The newest observation
 * does not suffice: after a change of nameservers, it may be the removal of the previous nameservers.
 */
function stateOf(observations: readonly Observation[]): string {
  const active = new Set(observations.filter(({ status }) => status === 'ACTIVE').map(({ data }) => data));
  if (active.size > 0) {
    return `active, nameservers ${[...active].join(', ')}`;
  }
  const [latest] = observations.map(({ observedAt }) => observedAt).toSorted((a, b) => Date.parse(b) - Date.parse(a));
  return latest === undefined ? 'not in the imported zones' : `inactive since ${formatTimeInZone(latest)}`;
}

function Evidence({ evidence }: Required<Pick<Relations, 'evidence'>>) {
  if (evidence === null || evidence.length === 0) {
    return 'None';
  }
  return (
    <ul className="plain-list">
      {evidence.map(({ item, notes, linkedAt }) => (
        <li key={`${item?.itemId} ${linkedAt}`}>
          {item === null ? 'Unknown file' : <FileLink item={item} />}
          {notes !== '' && `: ${notes}`} <span className="hint">{formatRelativeTime(linkedAt)}</span>
        </li>
      ))}
    </ul>
  );
}

type File = NonNullable<NonNullable<Relations['evidence']>[number]['item']>;

/** A file, with a link to it in the list of files of its site. Deleted files have no link. */
function FileLink({ item: { siteId, name, path, deletedAt } }: { readonly item: File }) {
  if (deletedAt !== null) {
    return `${path ?? name} (deleted)`;
  }
  return <a href={hrefOf(drivePath, { site: siteId, name })}>{path ?? name}</a>;
}

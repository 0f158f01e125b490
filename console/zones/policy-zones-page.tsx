import { BrandHitListDocument, PolicyZoneListDocument, TriageBrandHitsDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import type { Column } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { BlockListFiles } from './block-list-files.js';
import { type BrandHit, hitNameColumn } from './brand-hits.js';
import { brandsPath, policyZonesPath } from './paths.js';
import { PolicyZoneClients } from './policy-zone-clients.js';
import { PolicyZoneTable } from './policy-zone-table.js';

/** The look-alikes that resolvers block, by zone transfer and as files. */
export function PolicyZonesPage() {
  const { search } = useLocation();
  const zones = useGraphQuery({ document: PolicyZoneListDocument, variables: {} });
  return (
    <div className="page">
      <h1>Policy zones</h1>
      <p className="hint">
        Response policy zones (RPZ) of look-alikes that are confirmed or blocked automatically. Resolvers that transfer
        them block these names and all names below them, seconds after a change.
      </p>
      <QueryPanel query={zones} dataName="policy zones">
        {({ policyZones }) => {
          const name = search.get('policyZone');
          const policyZone = name === null ? policyZones[0] : policyZones.find((zone) => zone.name === name);
          if (name !== null && policyZone === undefined) {
            return (
              <EmptyPanel title="Policy zone not found">
                <p>
                  No policy zone has the name in this URL, or it belongs to a tenant that you cannot access.{' '}
                  <a href={hrefOf(policyZonesPath)}>All policy zones</a>
                </p>
              </EmptyPanel>
            );
          }
          return (
            <>
              <PolicyZoneTable zones={policyZones} />
              <h2>{policyZone?.name ?? 'Blocked names'}</h2>
              {policyZone && <PolicyZoneClients zone={policyZone} />}
              <h3>Names</h3>
              <BlockListFiles tenantId={policyZone?.tenantId ?? null} />
              <Names tenantId={policyZone?.tenantId ?? null} />
            </>
          );
        }}
      </QueryPanel>
    </div>
  );
}

const unblockedStatuses = ['OPEN', 'DISMISSED'] as const;

const fields = [
  { name: 'status', label: 'Status', unset: 'Blocked', options: optionsOf(unblockedStatuses) },
  { name: 'search', label: 'Name contains' },
];

interface NamesProps {
  /** Tenant whose names are blocked; null: all tenants. */
  readonly tenantId: string | null;
}

/**
 * The hits whose names are blocked or, with a status filter, the open or dismissed hits, whose names can be blocked
 * here.
 */
function Names({ tenantId }: NamesProps) {
  const { search } = useLocation();
  const canTriage = usePermissions().includes('brands.triage');
  const status = choiceOf(search, 'status', unblockedStatuses);
  const filter = {
    ...{ tenantId, isBlocked: status === undefined, search: search.get('search') || undefined },
    ...(status !== undefined && { status: [status] }),
  };
  const list = useGraphQuery({ document: BrandHitListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <SearchedList
      query={list}
      listOf={({ brandHits }) => brandHits}
      fields={fields}
      columns={canTriage ? [...columns, blockColumn] : columns}
      keyOf={({ id }) => id}
      exported={{ path: 'api/brand-hits/export', filter }}
      noun={['look-alike', 'look-alikes']}
      advice="Confirm a look-alike of a brand to block its name."
    />
  );
}

const columns: readonly Column<BrandHit>[] = [
  hitNameColumn,
  {
    title: 'Brand',
    cell: ({ brand }) => brand && <a href={hrefOf(brandsPath, { brand: brand.id })}>{brand.unicodeName}</a>,
  },
  { title: 'Kind', cell: ({ kind }) => formatEnum(kind) },
  {
    title: 'Status',
    cell: ({ status }) => formatEnum(status),
    secondLine: ({ triagedBy, isAutoBlocked }) => (isAutoBlocked ? 'Blocked automatically' : triagedBy),
  },
];

const blockColumn: Column<BrandHit> = {
  title: 'Actions',
  cell: ({ id, name, status, isAutoBlocked }) =>
    status === 'CONFIRMED' || isAutoBlocked ? (
      <ActionButton
        label="Unblock"
        subject={name}
        document={TriageBrandHitsDocument}
        variables={{ input: { ids: [id], status: 'DISMISSED' } }}
        consequence="The look-alike is dismissed. Its name is removed from all policy zones in which no look-alike of another brand also blocks it."
        isDestructive
      />
    ) : (
      <ActionButton
        label="Block"
        subject={name}
        document={TriageBrandHitsDocument}
        variables={{ input: { ids: [id], status: 'CONFIRMED' } }}
        consequence="The look-alike is confirmed. Its name is added to the policy zones of the brand’s tenant, if it has one, and to those of all tenants."
      />
    ),
};

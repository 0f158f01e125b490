import {
  BrandHitListDocument,
  BrandListDocument,
  type BrandListQuery,
  TriageBrandHitsDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum, formatTime } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, PagedList, pageVariables } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { type SearchField, SearchForm } from '../shared/search-form.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { dayMs, formatInstant } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { type BrandHit, hitNameColumn } from './brand-hits.js';
import { BrandForm, BrandTable } from './brand-table.js';

const statuses = ['OPEN', 'DISMISSED', 'CONFIRMED'] as const;
const kinds = [
  ...(['TLD_SWAP', 'HOMOGLYPH', 'TRANSPOSITION', 'REPETITION', 'OMISSION', 'HYPHENATION', 'VOWEL_SWAP'] as const),
  ...(['REPLACEMENT', 'BITSQUATTING', 'INSERTION', 'ADDITION', 'SUBDOMAIN', 'COMBOSQUAT', 'EDIT', 'CONTAINS'] as const),
] as const;

const fields: readonly SearchField[] = [
  { name: 'status', label: 'Status', options: optionsOf(statuses) },
  { name: 'kind', label: 'Kind', options: optionsOf(kinds) },
  { name: 'zone', label: 'Zone', placeholder: 'All' },
  { name: 'search', label: 'Name contains' },
  { name: 'found', label: 'Found on (UTC)', type: 'date' },
];

/** Watched brands, and the names that imitate them. */
export function BrandsPage() {
  const canManage = usePermissions().includes('brands.manage');
  const brands = useGraphQuery({ document: BrandListDocument, variables: {} });
  const tenant = useSelectedTenant();
  const shownBrands = (brands.data?.brands ?? []).filter(({ tenantId }) => tenant === '' || tenantId === tenant);
  return (
    <div className="page">
      <h1>Brands</h1>
      <p className="hint">
        Names that imitate your brands, found in all names when a brand is added or changed, in the new names of each
        import, and in logged certificates.
      </p>
      {canManage && <BrandForm />}
      <BrandTable list={brands} brands={shownBrands} />
      {/* Another component shows the sign-in form. */}
      {brands.failure?.kind !== 'sign-in' && <Hits brands={shownBrands} tenant={tenant} />}
    </div>
  );
}

interface HitsProps {
  readonly brands: NonNullable<BrandListQuery['brands']>;
  /** The tenant to which the hits are restricted; empty: all tenants of the person. */
  readonly tenant: string;
}

function Hits({ brands, tenant }: HitsProps) {
  const { search } = useLocation();
  const options = brands.map(({ id, unicodeName }) => [id, unicodeName] as const);
  const canTriage = usePermissions().includes('brands.triage');
  const [status, kind] = [choiceOf(search, 'status', statuses), choiceOf(search, 'kind', kinds)];
  const [brand, zone] = [search.get('brand') || undefined, search.get('zone') || undefined];
  const filter = {
    tenantId: brand === undefined && tenant !== '' ? tenant : undefined,
    search: search.get('search') || undefined,
    ...(status !== undefined && { status: [status] }),
    ...(kind !== undefined && { kinds: [kind] }),
    ...(zone !== undefined && { zones: [zone] }),
    ...(brand !== undefined && { brandIds: [brand] }),
    ...dayRangeOf(search.get('found') ?? ''),
  };
  const list = useGraphQuery({ document: BrandHitListDocument, variables: { filter, ...pageVariables(search) } });
  return (
    <>
      <h2>Look-alikes</h2>
      <SearchForm fields={[{ name: 'brand', label: 'Brand', options }, ...fields]} />
      {/* The brands show the sign-in form. Another one would lose typed values when it is replaced. */}
      {list.failure?.kind !== 'sign-in' && (
        <QueryPanel query={list} dataName="hits">
          {({ brandHits }) => (
            <PagedList
              columns={canTriage ? [...columns, triageColumn] : columns}
              list={brandHits}
              stale={list.loading}
              keyOf={({ id }) => id}
              exported={{ path: 'api/brand-hits/export', filter }}
              noun={['look-alike', 'look-alikes']}
              advice="No name imitates a brand."
            />
          )}
        </QueryPanel>
      )}
    </>
  );
}

/** The start and end of a day such as `2026-01-31` in UTC; none for other text. */
function dayRangeOf(day: string): { foundSince: string | undefined; foundBefore: string | undefined } {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  return { foundSince: formatInstant(start), foundBefore: formatInstant(start + dayMs) };
}

const columns: readonly Column<BrandHit>[] = [
  hitNameColumn,
  { title: 'Brand', cell: ({ brand }) => brand?.unicodeName ?? '' },
  { title: 'Kind', cell: ({ kind }) => formatEnum(kind) },
  { title: 'Distance', className: 'table-number', cell: ({ distance }) => distance },
  { title: 'Status', cell: (hit) => formatEnum(hit.status), secondLine: detailOf },
  timeColumn('Found', ({ foundAt }) => foundAt, {
    secondLine: ({ reopenedAt }) => reopenedAt !== null && `reopened ${formatTime(reopenedAt)}`,
  }),
];

function detailOf(hit: BrandHit) {
  if (isRegisteredAgain(hit)) return 'Registered again';
  return hit.isAutoBlocked ? 'Blocked automatically' : hit.triagedBy;
}

/** Whether the name of a confirmed hit was registered again, and nobody has triaged the hit since. */
function isRegisteredAgain({ status, reopenedAt, triagedAt }: BrandHit): boolean {
  return status === 'CONFIRMED' && Date.parse(reopenedAt ?? '') > Date.parse(triagedAt ?? '');
}

const changes = {
  OPEN: {
    label: 'Reopen',
    consequence:
      'The look-alike is open again. If it was confirmed, its name is removed from all policy zones in which no look-alike of another brand also blocks it.',
  },
  DISMISSED: {
    label: 'Dismiss',
    consequence:
      'The look-alike is dismissed as harmless. If its name is blocked, the name is removed from all policy zones in which no look-alike of another brand also blocks it. The look-alike is reopened if the name is registered again or transferred, or its nameservers change.',
  },
  CONFIRMED: {
    label: 'Confirm',
    consequence:
      'The look-alike is confirmed. Its name is added to the policy zones of the brand’s tenant, if it has one, and to those of all tenants.',
  },
} as const;

const triageColumn: Column<BrandHit> = {
  title: 'Actions',
  className: 'cell-actions',
  cell: (hit) => (
    <div className="row-actions">
      {statuses
        .filter((status) => status !== hit.status || isRegisteredAgain(hit))
        .map((status) => (
          <ActionButton
            key={status}
            label={changes[status].label}
            subject={hit.name}
            document={TriageBrandHitsDocument}
            variables={{ input: { ids: [hit.id], status } }}
            consequence={changes[status].consequence}
          />
        ))}
    </div>
  ),
};

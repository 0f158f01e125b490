import { AddBrandDocument, type BrandListQuery, RemoveBrandDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { Button } from '../shared/button.js';
import { parseCommaList } from '../shared/comma-list.js';
import { CreateButton, CreateForm } from '../shared/create-form.js';
import { type Column, DataTable, numberColumn } from '../shared/data-table.js';
import { useFormDraft } from '../shared/drafts.js';
import { TextField } from '../shared/fields.js';
import { formatCount, formatNumber } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { EmptyPanel } from '../shared/states.js';
import { TenantField, tenantInput } from '../shared/tenant-field.js';
import type { QueryState } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { brandsPath } from './paths.js';

/** Adds a brand for a tenant of the person. */
export function BrandForm() {
  const initial = { name: '', allowed: '', tenantId: useSelectedTenant() };
  const form = useFormDraft({ kind: 'brand', id: '' }, { initial });
  const { name, allowed, tenantId } = form.values;
  const { busy, data, failure, run } = useMutation(AddBrandDocument);

  async function submit() {
    const input = { name: name.trim(), allowedNames: parseCommaList(allowed), tenantId: tenantInput(tenantId) };
    if ((await run({ input })) !== undefined) {
      form.removeSent(form.values);
    }
  }

  return (
    <CreateForm label="New brand" isOpen={form.isChanged} onSubmit={submit}>
      <TextField label="Brand" required maxLength={63} placeholder="northwind" {...form.field('name')} />
      <TextField label="Allowed names" placeholder="northwind.com, northwind.net" {...form.field('allowed')} />
      <TenantField placeholder="None" {...form.field('tenantId')} />
      <Button type="submit" variant="main" disabled={busy}>
        Add brand
      </Button>
      <MutationResult failure={failure} success={data && `${data.addBrand.brand.unicodeName} is watched.`} />
    </CreateForm>
  );
}

interface BrandTableProps {
  readonly list: QueryState<BrandListQuery>;
  /** The brands of `list` that are shown. */
  readonly brands: readonly Row[];
}

/** Brands with their numbers of hits. A link restricts the list of hits to a brand. */
export function BrandTable({ list, brands }: BrandTableProps) {
  const canManage = usePermissions().includes('brands.manage');
  const tenant = useSelectedTenant();
  return (
    <QueryPanel query={list} dataName="brands">
      {(data) => (
        <DataTable
          columns={canManage ? [...columns, removal] : columns}
          rows={brands}
          keyOf={({ id }) => id}
          count={formatCount(brands.length, 'brand')}
          exported={{ path: 'api/brands/export', isUnfiltered: tenant !== '' }}
          none={
            <EmptyPanel title={data.brands.length === 0 ? 'No brands yet' : `No brands of ${tenant}`}>
              <p>
                Add a brand here, or on the command line: <code>rampart zones brands add NAME</code>
              </p>
              {canManage && <CreateButton label="New brand" />}
            </EmptyPanel>
          }
        />
      )}
    </QueryPanel>
  );
}

type Row = NonNullable<BrandListQuery['brands']>[number];

/** A column with the number of hits that have a status. The number links to these hits. */
function countColumn(title: string, status: 'open' | 'confirmed' | 'dismissed'): Column<Row> {
  return {
    title,
    className: 'table-number',
    cell: ({ id, hitCounts }) => {
      const count = hitCounts[status];
      return count === 0 ? (
        '0'
      ) : (
        <a href={hrefOf(brandsPath, { brand: id, status: status.toUpperCase() })}>{formatNumber(count)}</a>
      );
    },
  };
}

const columns: readonly Column<Row>[] = [
  {
    title: 'Brand',
    cell: ({ id, unicodeName }) => <a href={hrefOf(brandsPath, { brand: id })}>{unicodeName}</a>,
    secondLine: ({ tenantId }) => tenantId,
  },
  { title: 'Zones', cell: ({ zones }) => zones?.join(', ') ?? 'All' },
  { title: 'Allowed names', className: 'cell-breaks', cell: ({ allowedNames }) => allowedNames.join(', ') },
  countColumn('Open', 'open'),
  countColumn('Confirmed', 'confirmed'),
  countColumn('Dismissed', 'dismissed'),
  numberColumn('Today', ({ days }) => newOf(days.slice(-1))),
  numberColumn('30 days', ({ days }) => newOf(days)),
  {
    title: 'Searched',
    cell: ({ isFull, skippedCertificates, scan: { namesRead, namesTotal, finishedAt } }) => (
      <>
        {finishedAt === null ? `${formatNumber(namesRead)} of ${formatNumber(namesTotal)} names` : 'All names'}
        {isFull && (
          <span className="row-second">
            Maximum number of open look-alikes reached; others are not recorded: watch fewer kinds or zones
          </span>
        )}
        {skippedCertificates > 0 && (
          <span className="row-second">
            {formatCount(skippedCertificates, 'matching name')} in certificates not recorded: watch fewer kinds or zones
          </span>
        )}
      </>
    ),
  },
];

/** The number of hits that were found or reopened on these days. */
function newOf(days: Row['days']): number {
  return days.reduce((sum, { found, reopened }) => sum + found + reopened, 0);
}

const removal: Column<Row> = {
  title: 'Actions',
  cell: ({ id, unicodeName }) => (
    <ActionButton
      label="Remove"
      subject={unicodeName}
      document={RemoveBrandDocument}
      variables={{ input: { id } }}
      consequence="The brand and all of its look-alikes are removed. This cannot be undone."
      isDestructive
    />
  ),
};

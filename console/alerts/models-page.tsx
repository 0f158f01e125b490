import './models.css';
import { ModelPrecisionDocument, type ModelPrecisionQuery } from '../generated/operations.js';
import { type Column, DataTable, numberColumn } from '../shared/data-table.js';
import { formatShare } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { emptyFilter } from './filter.js';
import { hrefOfAlerts } from './list-location.js';
import { backtestsPath } from './paths.js';

const fields = [{ name: 'tenant', label: 'Tenant', placeholder: 'All' }];

type ModelRow = NonNullable<ModelPrecisionQuery['modelPrecision']>[number];

/** The precision of each model: the share of true positives among its alerts with a verdict. */
export function ModelsPage() {
  const { search } = useLocation();
  const selectedTenant = useSelectedTenant();
  const tenant = search.get('tenant') || selectedTenant;
  const variables = { tenantId: tenant === '' ? undefined : tenant };
  const models = useGraphQuery({ document: ModelPrecisionDocument, variables });
  return (
    <div className="page">
      <h1>Model precision</h1>
      <p className="hint">
        Share of true positives among alerts with a verdict. <a href={hrefOf(backtestsPath)}>Backtests</a> show how
        another threshold would have affected recent alerts.
      </p>
      <SearchForm fields={fields} />
      <QueryPanel query={models} dataName="models">
        {({ modelPrecision }) => (
          <DataTable
            columns={columnsOf(tenant)}
            rows={modelPrecision}
            keyOf={(row) => row.modelName}
            exported={{ path: 'api/models/export', filter: variables }}
            none={
              <EmptyPanel title="No verdicts yet">
                <p>
                  A model is listed after its first verdict. To submit a verdict, open an alert and select True positive
                  or False positive.
                </p>
              </EmptyPanel>
            }
          />
        )}
      </QueryPanel>
    </div>
  );
}

function columnsOf(tenant: string): readonly Column<ModelRow>[] {
  const alertsOf = (model: string) => hrefOfAlerts({ ...emptyFilter, tenant, model: [model] });
  return [
    { title: 'Model', cell: (row) => <a href={alertsOf(row.modelName)}>{row.modelName}</a> },
    {
      title: 'Precision',
      className: 'precision',
      cell: ({ precision }) => (
        <>
          <span>{formatShare(precision)}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect className="precision-false" width="100" height="8" />
            <rect className="precision-true" width={precision * 100} height="8" />
          </svg>
        </>
      ),
    },
    numberColumn('True positives', (row) => row.truePositives),
    numberColumn('False positives', (row) => row.falsePositives),
    numberColumn('Verdicts', (row) => row.verdicts),
  ];
}

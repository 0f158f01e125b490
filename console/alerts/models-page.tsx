import './models.css';
import { type FormEvent, useEffect, useState } from 'react';
import { ModelPrecisionDocument, type ModelPrecisionQuery } from '../generated/operations.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { formatNumber, formatShare } from '../shared/format.js';
import { hrefOf, navigate, useLocation } from '../shared/location.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { emptyFilter } from './filter.js';
import { firstPage, hrefOfList } from './list-location.js';

export const modelsPath = '/models';

type ModelRow = NonNullable<ModelPrecisionQuery['modelPrecision']>[number];

/** The share of true positives of each model, by the verdicts of analysts. */
export function ModelsPage() {
  const { search } = useLocation();
  const tenant = search.get('tenant') ?? '';
  const models = useGraphQuery({
    document: ModelPrecisionDocument,
    variables: { tenantId: tenant === '' ? undefined : tenant },
  });
  return (
    <div className="page">
      <h1>Model precision</h1>
      <p className="hint">Share of true positives among alerts with a verdict.</p>
      <TenantForm tenant={tenant} />
      {models.failure !== undefined && !models.loading ? (
        <FailurePanel failure={models.failure} />
      ) : models.data === undefined ? (
        <LoadingPanel what="models" />
      ) : models.data.modelPrecision.length === 0 ? (
        <EmptyPanel title="No verdicts yet">
          <p>
            A model is listed after its first verdict. To submit a verdict, open an alert and select True positive or
            False positive.
          </p>
        </EmptyPanel>
      ) : (
        <ModelTable rows={models.data.modelPrecision} tenant={tenant} />
      )}
    </div>
  );
}

function TenantForm({ tenant }: { readonly tenant: string }) {
  const [draft, setDraft] = useState(tenant);
  useEffect(() => setDraft(tenant), [tenant]);

  function apply(event: FormEvent) {
    event.preventDefault();
    const next = draft.trim();
    navigate(hrefOf(modelsPath, new URLSearchParams(next === '' ? {} : { tenant: next })));
  }

  return (
    <form className="line-form" onSubmit={apply}>
      <label className="field">
        <span>Tenant</span>
        <input type="text" placeholder="All" value={draft} onChange={(event) => setDraft(event.target.value)} />
      </label>
      <button type="submit" className="button button-main">
        Apply
      </button>
    </form>
  );
}

function ModelTable({ rows, tenant }: { readonly rows: readonly ModelRow[]; readonly tenant: string }) {
  const alertsOf = (model: string) =>
    hrefOfList({ filter: { ...emptyFilter, tenant, model: [model] }, sort: 'newest', page: firstPage, alert: '' });
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Precision</th>
            <th scope="col" className="table-number">
              True positives
            </th>
            <th scope="col" className="table-number">
              False positives
            </th>
            <th scope="col" className="table-number">
              Verdicts
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.modelName}>
              <td>
                <a href={alertsOf(row.modelName)}>{row.modelName}</a>
              </td>
              <td className="precision">
                <span>{formatShare(row.precision)}</span>
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect className="precision-false" width="100" height="8" />
                  <rect className="precision-true" width={row.precision * 100} height="8" />
                </svg>
              </td>
              <td className="table-number">{formatNumber(row.truePositives)}</td>
              <td className="table-number">{formatNumber(row.falsePositives)}</td>
              <td className="table-number">{formatNumber(row.verdicts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

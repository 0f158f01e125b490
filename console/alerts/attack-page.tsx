import './attack.css';
import type { CSSProperties } from 'react';
import { AttackMatrixDocument, type AttackMatrixQuery } from '../generated/operations.js';
import { hrefOfExport } from '../shared/export.js';
import { optionsOf } from '../shared/fields.js';
import { formatCount, formatNumber } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useSelectedTenant } from '../shared/selected-tenant.js';
import { rangeOptions } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { severities, statuses } from './data.js';
import { type AlertFilter, readFilter } from './filter.js';
import { hrefOfAlerts } from './list-location.js';
import { useFilterInput } from './use-filter-input.js';

const fields = [
  { name: 'tenant', label: 'Tenant', placeholder: 'All' },
  { name: 'status', label: 'Status', options: optionsOf(statuses) },
  { name: 'severity', label: 'Severity', options: optionsOf(severities) },
  { name: 'within', label: 'Time range', options: rangeOptions },
  { name: 'show', label: 'Techniques', unset: 'With alerts', options: [['all', 'All']] as const },
];

type Matrix = NonNullable<AttackMatrixQuery['alerts']>['attackMatrix'];
type Tactic = Matrix['tactics'][number];
type Technique = Tactic['techniques'][number];

/** Numbers of alerts by tactic and technique, arranged as the ATT&CK matrix. Each number links to its alerts. */
export function AttackPage() {
  const { search } = useLocation();
  const selectedTenant = useSelectedTenant();
  const pageFilter = readFilter(search);
  const filter = { ...pageFilter, tenant: pageFilter.tenant || selectedTenant };
  const input = useFilterInput(filter);
  const matrix = useGraphQuery({
    document: AttackMatrixDocument,
    variables: { filter: input, includeEmpty: search.get('show') === 'all' },
  });
  return (
    <div className="page attack-page">
      <h1>ATT&CK matrix</h1>
      <SearchForm fields={fields} />
      <QueryPanel query={matrix} dataName="techniques">
        {({ alerts }) => (
          <>
            <p className="attack-summary">
              <span role="status">{formatCount(alerts.totalCount, 'alert')}</span>
              <a
                href={hrefOfExport('navigator', { path: 'api/alerts/export', filter: input })}
                download="rampart-layer.json"
              >
                Download layer for ATT&CK Navigator
              </a>
            </p>
            <MatrixColumns matrix={alerts.attackMatrix} filter={filter} />
            <p className="hint">
              ATT&CK® {alerts.attackMatrix.version}. {alerts.attackMatrix.notice}
            </p>
          </>
        )}
      </QueryPanel>
    </div>
  );
}

interface MatrixProps {
  readonly matrix: Matrix;
  readonly filter: AlertFilter;
}

function MatrixColumns({ matrix, filter }: MatrixProps) {
  const columns = matrix.tactics.filter(({ techniques, count }) => techniques.length > 0 || count > 0);
  const highest = Math.max(1, ...columns.flatMap(({ techniques }) => techniques.map(({ count }) => count)));
  return (
    <>
      {columns.length === 0 ? (
        <p>No alert that matches the filters has an ATT&CK technique.</p>
      ) : (
        <Legend highest={highest} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the columns. */}
      <section className="attack-matrix scroll-shadow" aria-label="Tactics" tabIndex={0}>
        {columns.map((column) => (
          <section key={column.tactic.id} className="attack-tactic" aria-labelledby={`tactic-${column.tactic.id}`}>
            <h2 id={`tactic-${column.tactic.id}`}>
              <Cell id={column.tactic.id} name={column.tactic.name} count={column.count} filter={filter} />
            </h2>
            <ul className="plain-list">
              {column.techniques.map((techniqueCount) => (
                <TechniqueItem
                  key={techniqueCount.technique.id}
                  techniqueCount={techniqueCount}
                  filter={filter}
                  highest={highest}
                />
              ))}
            </ul>
          </section>
        ))}
      </section>
      {matrix.others.length > 0 && (
        <section aria-labelledby="other-techniques">
          <h2 id="other-techniques">Not in the matrix</h2>
          <ul className="plain-list">
            {matrix.others.map(({ technique: { id, name }, count }) => (
              <li key={id}>
                <a href={hrefOfAlerts({ ...filter, technique: [id] })}>{id}</a> {name} ({formatCount(count, 'alert')})
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The legend of the background colors of techniques. */
function Legend({ highest }: { readonly highest: number }) {
  return (
    <p className="attack-legend">
      <span>Alerts per technique: 1</span>
      <span className="attack-scale" aria-hidden="true" />
      <span>{formatNumber(highest)}</span>
    </p>
  );
}

interface ItemProps {
  readonly techniqueCount: Technique;
  readonly filter: AlertFilter;
  /** The highest count of the matrix, which has the darkest background. */
  readonly highest: number;
}

function TechniqueItem({ techniqueCount, filter, highest }: ItemProps) {
  const { technique, count, subtechniques } = techniqueCount;
  const share = count === 0 ? 0 : 15 + Math.round((count / highest) * 85);
  const shading = { '--attack-share': `${share}%` } as CSSProperties; // CSSProperties has no custom properties.
  return (
    <li className="attack-technique" style={shading}>
      <Cell id={technique.id} name={technique.name} count={count} filter={filter} />
      {subtechniques.length > 0 && (
        <details>
          <summary>{formatCount(subtechniques.length, 'sub-technique')}</summary>
          <ul className="plain-list">
            {subtechniques.map((subtechnique) => (
              <li key={subtechnique.technique.id}>
                <Cell
                  id={subtechnique.technique.id}
                  name={subtechnique.technique.name}
                  count={subtechnique.count}
                  filter={filter}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

interface CellProps {
  readonly id: string;
  readonly name: string | null;
  readonly count: number;
  readonly filter: AlertFilter;
}

function Cell({ id, name, count, filter }: CellProps) {
  const text = (
    <>
      <span className="attack-name">{name}</span> <span className="attack-id">{id}</span>
    </>
  );
  if (count === 0) return <span className="attack-cell">{text}</span>;
  return (
    <a className="attack-cell" href={hrefOfAlerts({ ...filter, attack: [id] })}>
      {text} <span className="attack-count">{formatNumber(count)}</span>
    </a>
  );
}

import { ZoneImportsDocument, ZoneListDocument, type ZoneListQuery } from '../generated/operations.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { countOf, formatEnum, formatNumber, formatTime } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { searchPath } from './search-page.js';

export const zonesPath = '/zones';

/** All zones with their size, and the outcome of recent imports. */
export function ZonesPage() {
  const zones = useGraphQuery({ document: ZoneListDocument, variables: {} });
  return (
    <div className="page">
      <h1>Zones</h1>
      {zones.failure !== undefined && !zones.loading ? (
        <FailurePanel failure={zones.failure} />
      ) : zones.data === undefined ? (
        <LoadingPanel what="zones" />
      ) : zones.data.zones.length === 0 ? (
        <EmptyPanel title="No zones yet">
          <p>
            Import a zone file on the command line: <code>rampart zones import ZONE FILE</code>
          </p>
        </EmptyPanel>
      ) : (
        <>
          <ZoneTable rows={zones.data.zones} />
          <RecentImports />
        </>
      )}
    </div>
  );
}

function ZoneTable({ rows }: { readonly rows: NonNullable<ZoneListQuery['zones']> }) {
  return (
    <>
      <p role="status">
        <strong>{countOf(rows.length, 'zone')}</strong>
      </p>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Zone</th>
              <th scope="col" className="table-number">
                Domains
              </th>
              <th scope="col" className="table-number">
                Observations
              </th>
              <th scope="col">Last import (UTC)</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <td>
                  <a href={hrefOf(searchPath, new URLSearchParams({ zone: row.file }))}>{row.file}</a>
                </td>
                <td className="table-number">{formatNumber(row.domains)}</td>
                <td className="table-number">{formatNumber(row.observations)}</td>
                <td>{formatTime(row.lastImportAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function RecentImports() {
  const imports = useGraphQuery({
    document: ZoneImportsDocument,
    variables: { first: 20 },
  });
  if (imports.failure !== undefined && !imports.loading) return <FailurePanel failure={imports.failure} />;
  if (imports.data === undefined) return <LoadingPanel what="imports" />;
  return (
    <>
      <h2>Recent imports</h2>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Snapshot time (UTC)</th>
              <th scope="col">Zone</th>
              <th scope="col">Outcome</th>
              <th scope="col" className="table-number">
                Domains
              </th>
              <th scope="col" className="table-number">
                Added
              </th>
              <th scope="col" className="table-number">
                Removed
              </th>
              <th scope="col" className="table-number">
                Changed
              </th>
            </tr>
          </thead>
          <tbody>
            {imports.data.zoneImports.nodes.map((row) => (
              <tr key={row.id}>
                <td>{formatTime(row.at)}</td>
                <td>{row.zone}</td>
                <td>
                  {formatEnum(row.outcome)}
                  {row.reason !== null && <span className="row-second">{row.reason}</span>}
                </td>
                <td className="table-number">{formatNumber(row.domains)}</td>
                <td className="table-number">{formatNumber(row.addedDomains)}</td>
                <td className="table-number">{formatNumber(row.removedDomains)}</td>
                <td className="table-number">{formatNumber(row.changedDomains)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

import type { ReactNode } from 'react';
import { FailurePanel } from './failure-panel.js';
import type { OperationData } from './graph-client.js';
import { LoadingPanel } from './states.js';
import type { QueryState } from './use-graph-query.js';

interface QueryPanelProps<Data> {
  readonly query: QueryState<Data>;
  /** The name of the data that is loaded, for messages such as `Loading alerts…` or `Loading the license…`. */
  readonly dataName: string;
  readonly children: (data: OperationData<Data>) => ReactNode;
}

/** Shows the data of a query or its failure. While newer data is loading, the old data remains visible. */
export function QueryPanel<Data>({ query, dataName, children }: QueryPanelProps<Data>) {
  if (query.failure !== undefined && !query.loading) return <FailurePanel failure={query.failure} />;
  return query.data === undefined ? <LoadingPanel dataName={dataName} /> : children(query.data);
}

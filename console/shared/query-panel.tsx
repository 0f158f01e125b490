import type { ReactNode } from 'react';
import { FailurePanel } from './failure-panel.js';
import type { OperationData } from './graph-client.js';
import { LoadingPanel } from './states.js';
import type { QueryState } from './use-graph-query.js';

interface QueryPanelProps<Data> {
  readonly query: QueryState<Data>;
  /** The loaded data, as in `Loading alerts…` or `Loading the license…`. */
  readonly what: string;
  readonly children: (data: OperationData<Data>) => ReactNode;
}

/** The data of a query, or its failure. Old data is shown while newer data loads. */
export function QueryPanel<Data>({ query, what, children }: QueryPanelProps<Data>) {
  if (query.failure !== undefined && !query.loading) return <FailurePanel failure={query.failure} />;
  return query.data === undefined ? <LoadingPanel what={what} /> : children(query.data);
}

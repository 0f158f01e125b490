import { type ReactNode, useState } from 'react';
import { FailurePanel } from './failure-panel.js';
import type { GraphFailure, OperationData } from './graph-client.js';
import { LoadingPanel } from './states.js';
import type { QueryState } from './use-graph-query.js';

interface QueryPanelProps<Data> {
  readonly query: QueryState<Data>;
  /** The name of the data that is loaded, for messages such as `Loading alerts…` or `Loading the license…`. */
  readonly dataName: string;
  readonly children: (data: OperationData<Data>) => ReactNode;
}

/**
 * Shows the data of a query or its failure. While newer data is loading, the old data remains visible. A failure
 * remains during a refresh, unless the person tries again: a typed token is kept, and the failure is announced once.
 */
export function QueryPanel<Data>({ query, dataName, children }: QueryPanelProps<Data>) {
  const { failure, loading, isRefresh } = query;
  const [retried, setRetried] = useState<GraphFailure>();
  if (failure !== undefined && (!loading || (isRefresh && failure !== retried))) {
    return <FailurePanel failure={failure} onRetry={() => setRetried(failure)} />;
  }
  return query.data === undefined ? <LoadingPanel dataName={dataName} /> : children(query.data);
}

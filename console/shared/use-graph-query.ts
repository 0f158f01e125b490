import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TypedDocumentString } from '../generated/operations.js';
import { GraphFailure, type OperationData, runOperation } from './graph-client.js';
import { startLoading } from './loading.js';
import { useRevision } from './revision.js';
import { readToken, subscribeToToken } from './token-store.js';

export interface QueryState<Data> {
  /** The data of the last response; kept while the next request is pending, unless the token changed. */
  readonly data: OperationData<Data> | undefined;
  readonly failure: GraphFailure | undefined;
  readonly loading: boolean;
  /** When the data was received. */
  readonly receivedAt: Date | undefined;
}

export interface QueryRequest<Data, Variables> {
  readonly document: TypedDocumentString<Data, Variables>;
  readonly variables: Variables;
  /** True: no request is sent. */
  readonly skip?: boolean;
}

interface Result<Data> {
  readonly token: string | null;
  readonly data?: OperationData<Data>;
  readonly failure?: GraphFailure;
  readonly key?: string;
  readonly receivedAt?: Date;
}

/** Runs a query whenever its variables, the token, or the page's revision change; a newer request cancels an older one. */
export function useGraphQuery<Data, Variables>(request: QueryRequest<Data, Variables>): QueryState<Data> {
  const token = useToken();
  const revision = useRevision();
  const variables = JSON.stringify(request.variables);
  const key = `${revision} ${request.document} ${variables}`;
  const [result, setResult] = useState<Result<Data>>({ token });
  const skip = request.skip === true;

  useEffect(() => {
    if (skip) {
      return;
    }
    const abort = new AbortController();
    const endLoading = startLoading();
    runOperation({ document: request.document, variables: JSON.parse(variables), signal: abort.signal })
      .then(
        (data) => setResult({ token, data, key, receivedAt: new Date() }),
        (error: unknown) => {
          if (!abort.signal.aborted) {
            setResult({ token, failure: asFailure(error), key });
          }
        },
      )
      .finally(endLoading);
    return () => abort.abort();
  }, [skip, token, key, request.document, variables]);

  const current: Result<Data> = result.token === token ? result : { token };
  return {
    data: current.data,
    failure: current.failure,
    loading: !skip && current.key !== key,
    receivedAt: current.receivedAt,
  };
}

/** The operator token; re-renders when it changes. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeToToken, readToken);
}

/** Converts anything thrown to a failure for display. */
export function asFailure(error: unknown): GraphFailure {
  return error instanceof GraphFailure ? error : new GraphFailure('fault', 'The page could not process the response');
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { GraphFailure, runOperation } from './graph-client.js';
import { beginLoading } from './loading.js';
import { useRevision } from './revision.js';
import { readToken, subscribeToToken } from './token-store.js';

export interface QueryState<Data> {
  /** The last answer; while the next one is under way it stays, unless the token changed. */
  readonly data: Data | undefined;
  readonly failure: GraphFailure | undefined;
  readonly loading: boolean;
  /** When the data came. */
  readonly at: Date | undefined;
}

export interface QueryRequest {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** True: nothing is asked. */
  readonly skip?: boolean;
}

interface Kept<Data> {
  readonly token: string | null;
  readonly data?: Data;
  readonly failure?: GraphFailure;
  readonly key?: string;
  readonly at?: Date;
}

/** Asks a query whenever its variables, the token, or the page's revision change; a newer question cancels an older one. */
export function useGraphQuery<Data>(request: QueryRequest): QueryState<Data> {
  const token = useToken();
  const revision = useRevision();
  const variables = JSON.stringify(request.variables ?? {});
  const key = `${revision} ${request.document} ${variables}`;
  const [kept, setKept] = useState<Kept<Data>>({ token });
  const skip = request.skip === true;

  useEffect(() => {
    if (skip) {
      return;
    }
    const abort = new AbortController();
    const endLoading = beginLoading();
    runOperation<Data>({ document: request.document, variables: JSON.parse(variables), signal: abort.signal })
      .then(
        (data) => setKept({ token, data, key, at: new Date() }),
        (error: unknown) => {
          if (!abort.signal.aborted) {
            setKept({ token, failure: asFailure(error), key });
          }
        },
      )
      .finally(endLoading);
    return () => abort.abort();
  }, [skip, token, key, request.document, variables]);

  const current = kept.token === token ? kept : { token };
  return {
    data: current.data,
    failure: current.failure,
    loading: !skip && current.key !== key,
    at: current.at,
  };
}

/** The operator token, as a value that re-renders when it changes. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeToToken, readToken);
}

/** Anything thrown, as a failure that a page can show. */
export function asFailure(error: unknown): GraphFailure {
  return error instanceof GraphFailure ? error : new GraphFailure('fault', 'The page could not process the response');
}

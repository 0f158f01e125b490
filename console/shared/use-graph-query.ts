import { useEffect, useState } from 'react';
import type { TypedDocumentString } from '../generated/operations.js';
import { GraphFailure, type OperationData, runOperation } from './graph-client.js';
import { startLoading } from './loading.js';
import { refreshQueries, useRevision } from './revision.js';
import { useIdentity } from './session-store.js';

export interface QueryState<Data> {
  /** The data of the last response. Kept while the next request is pending, unless another person signed in. */
  readonly data: OperationData<Data> | undefined;
  readonly failure: GraphFailure | undefined;
  readonly loading: boolean;
  /** Time at which the data was received; undefined without data. */
  readonly receivedAt: Date | undefined;
}

export interface QueryRequest<Data, Variables> {
  readonly document: TypedDocumentString<Data, Variables>;
  readonly variables: Variables;
  /** True: no request is sent. */
  readonly skip?: boolean;
}

interface Result<Data> {
  readonly identity: string | undefined;
  readonly data?: OperationData<Data>;
  readonly failure?: GraphFailure;
  readonly key?: string;
  readonly receivedAt?: Date;
}

/** Time between two attempts while the server cannot be reached. */
const retryMs = 5000;

/**
 * Runs a query whenever its variables, the signed-in person, or the page's revision change. A newer request cancels an
 * older one.
 *
 * The query is repeated while the server or its database is unavailable; then, all queries of the page run again.
 */
export function useGraphQuery<Data, Variables>(request: QueryRequest<Data, Variables>): QueryState<Data> {
  const identity = useIdentity();
  const revision = useRevision();
  const variables = JSON.stringify(request.variables);
  const key = `${revision} ${request.document} ${variables}`;
  const [result, setResult] = useState<Result<Data>>({ identity });
  const isSkipped = request.skip === true;
  const waits = isSkipped || identity === undefined;

  useEffect(() => {
    if (waits) {
      return;
    }
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () =>
      runOperation({ document: request.document, variables: JSON.parse(variables), signal: abort.signal }).then(
        (data) => {
          setResult({ identity, data, key, receivedAt: new Date() });
          return true;
        },
        (error: unknown) => {
          if (!abort.signal.aborted) {
            const failure = asFailure(error);
            setResult((last) => failed(last, { identity, failure, key }));
            timer = isOutage(failure) ? setTimeout(() => void retry(), retryMs) : undefined;
          }
          return false;
        },
      );
    const retry = async () => {
      if (await run()) {
        refreshQueries();
      }
    };
    void run().finally(startLoading());
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [waits, identity, key, request.document, variables]);

  const current: Result<Data> = result.identity === identity ? result : { identity };
  return {
    data: current.data,
    failure: current.failure,
    loading: !isSkipped && current.key !== key,
    receivedAt: current.receivedAt,
  };
}

/**
 * The result after a failure. If the session has ended, the last data remains: the sign-in page covers it until the
 * same person signs in again.
 */
function failed<Data>(last: Result<Data>, next: Result<Data> & { readonly failure: GraphFailure }): Result<Data> {
  const isCovered = next.failure.kind === 'sign-in' && last.data !== undefined && last.identity === next.identity;
  return isCovered ? { ...last, ...(next.key !== undefined && { key: next.key }) } : next;
}

/** Whether the server, or its database, is expected to respond again without a change of the request. */
function isOutage({ kind, details }: GraphFailure): boolean {
  return kind === 'unreachable' || (kind === 'unavailable' && details.code !== 'UPSTREAM_FAILED');
}

/** Converts any thrown value to a failure for display. */
export function asFailure(error: unknown): GraphFailure {
  return error instanceof GraphFailure ? error : new GraphFailure('fault', 'The page could not process the response');
}

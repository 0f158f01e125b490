import { useEffect, useRef, useState } from 'react';
import type { TypedDocumentString } from '../generated/operations.js';
import { GraphFailure, type OperationData, runOperation } from './graph-client.js';
import { startLoading } from './loading.js';
import { useFailedRefresh } from './refresh-failure.js';
import { refreshQueries, useRevision } from './revision.js';
import { useIdentity } from './session-store.js';

export interface QueryState<Data> {
  /**
   * The data of the last response. Kept while the next request is pending, unless another person signed in. Undefined
   * after a failure, except that of a refresh; see `refreshFailure`.
   */
  readonly data: OperationData<Data> | undefined;
  readonly failure: GraphFailure | undefined;
  /** Why the last refresh of `data` failed, if `data` remains because the server was unavailable. */
  readonly refreshFailure: GraphFailure | undefined;
  readonly loading: boolean;
  /** Whether the last request refreshes the result, instead of selecting other data. */
  readonly isRefresh: boolean;
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
  readonly refreshFailure?: GraphFailure;
  readonly key?: string;
  readonly receivedAt?: Date;
  readonly selection?: number;
}

interface SentRequest {
  readonly document: unknown;
  readonly variables: string;
  readonly revision: number;
  /** URL of the page. */
  readonly address: string;
  /** Number of the selection, such as a filter or a page, that this request and its later refreshes have in common. */
  readonly selection: number;
}

/** Time between two attempts while the server cannot be reached. */
const retryMs = 5000;

/**
 * Runs a query whenever its variables, the signed-in person, or the page's revision change. A newer request cancels an
 * older one.
 *
 * While the server or its database is unavailable, the query is repeated; once it succeeds, all queries of the page run
 * again.
 */
export function useGraphQuery<Data, Variables>(request: QueryRequest<Data, Variables>): QueryState<Data> {
  const identity = useIdentity();
  const revision = useRevision();
  const variables = JSON.stringify(request.variables);
  const key = `${revision} ${request.document} ${variables}`;
  const [result, setResult] = useState<Result<Data>>({ identity });
  const lastSent = useRef<SentRequest>(undefined);
  const isSkipped = request.skip === true;
  const waits = isSkipped || identity === undefined;

  useEffect(() => {
    if (waits) {
      return;
    }
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sent = { document: request.document, variables, revision, address: location.href };
    const selection = selectionOf(sent, lastSent.current);
    lastSent.current = { ...sent, selection };
    const run = () =>
      runOperation({ document: request.document, variables: JSON.parse(variables), signal: abort.signal }).then(
        (data) => {
          setResult({ identity, data, key, receivedAt: new Date(), selection });
          return true;
        },
        (error: unknown) => {
          if (!abort.signal.aborted) {
            const failure = asFailure(error);
            setResult((last) => failed(last, { identity, failure, key, selection }));
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
  }, [waits, identity, key, request.document, variables, revision]);

  const current: Result<Data> = result.identity === identity ? result : { identity };
  const next = { document: request.document, variables, revision, address: location.href };
  useFailedRefresh(isSkipped ? undefined : current.refreshFailure, current.receivedAt);
  return {
    data: current.data,
    failure: current.failure,
    refreshFailure: current.refreshFailure,
    loading: !isSkipped && current.key !== key,
    isRefresh: current.selection === selectionOf(next, lastSent.current),
    receivedAt: current.receivedAt,
  };
}

/**
 * The result after a failure. The last data remains in two cases. If the session has ended, the sign-in page covers it
 * until the same person signs in again. If the server is unavailable during a refresh, the person continues to read.
 */
function failed<Data>(
  last: Result<Data>,
  next: Required<Pick<Result<Data>, 'failure' | 'key' | 'selection'>> & Pick<Result<Data>, 'identity'>,
): Result<Data> {
  const { failure, key, selection } = next;
  if (last.data === undefined || last.identity !== next.identity) return next;
  if (failure.kind === 'sign-in') return { ...last, key };
  return isUnavailable(failure) && last.selection === selection ? { ...last, key, refreshFailure: failure } : next;
}

function isUnavailable({ kind }: GraphFailure): boolean {
  return kind === 'unreachable' || kind === 'unavailable' || kind === 'busy';
}

/**
 * The number of the selection that a request is for. A refresh keeps the number of the request before it, although its
 * variables may differ, such as the start of "last hour".
 */
function selectionOf(next: Omit<SentRequest, 'selection'>, last: SentRequest | undefined): number {
  if (last === undefined) return 0;
  const isRefresh =
    last.document === next.document &&
    (last.variables === next.variables || (last.address === next.address && last.revision !== next.revision));
  return isRefresh ? last.selection : last.selection + 1;
}

/** Whether the server, or its database, is expected to respond again without a change of the request. */
function isOutage({ kind, details }: GraphFailure): boolean {
  return kind === 'unreachable' || (kind === 'unavailable' && details.code !== 'UPSTREAM_FAILED');
}

/** Converts any thrown value to a failure for display. */
export function asFailure(error: unknown): GraphFailure {
  return error instanceof GraphFailure ? error : new GraphFailure('fault', 'The page could not process the response');
}

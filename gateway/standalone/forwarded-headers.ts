import type { AnonymousCaller, Caller, RequestContext } from '../../platform/caller.js';
import type { Callers } from '../authentication/index.js';

/** A caller that the gateway does not authenticate; its headers are forwarded to the subgraphs, which authorize it. */
interface ForwardedCaller extends AnonymousCaller {
  readonly headers: Readonly<Record<string, string>>;
}

/** Callers of a gateway without authentication: the named request headers are forwarded. */
export function forwardedCallers(names: readonly string[]): Callers {
  const lowerCaseNames = names.map((name) => name.toLowerCase());
  return {
    authenticate({ headers }): ForwardedCaller {
      const forwarded: Record<string, string> = {};
      for (const name of lowerCaseNames) {
        const value = headers[name];
        if (value !== undefined) forwarded[name] = Array.isArray(value) ? value.join(', ') : value;
      }
      return { kind: 'anonymous', headers: forwarded };
    },
    // It issues no tokens.
    isInForce: () => false,
  };
}

/** The headers that go with a request to a subgraph. */
export function headersToForward({ caller }: RequestContext): Readonly<Record<string, string>> {
  return isForwarded(caller) ? caller.headers : {};
}

function isForwarded(caller: Caller): caller is ForwardedCaller {
  return caller.kind === 'anonymous' && 'headers' in caller;
}

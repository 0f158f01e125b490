import type { AnonymousCaller, Caller, RequestContext } from '../../platform/caller.js';
import type { Callers } from '../authentication/index.js';

/** Somebody whom the gateway does not know: what identifies him goes on to the subgraphs, which decide. */
interface PassedOnCaller extends AnonymousCaller {
  readonly headers: Readonly<Record<string, string>>;
}

/** Callers of a gateway that authenticates nobody: each takes the named headers of his request with him. */
export function passedOnCallers(names: readonly string[]): Callers {
  const lowerCaseNames = names.map((name) => name.toLowerCase());
  return {
    authenticate({ headers }): PassedOnCaller {
      const passedOn: Record<string, string> = {};
      for (const name of lowerCaseNames) {
        const value = headers[name];
        if (value !== undefined) passedOn[name] = Array.isArray(value) ? value.join(', ') : value;
      }
      return { kind: 'anonymous', headers: passedOn };
    },
    // It issues no tokens.
    isInForce: () => false,
  };
}

/** The headers that go with a request to a subgraph. */
export function headersToPassOn({ caller }: RequestContext): Readonly<Record<string, string>> {
  return isPassedOn(caller) ? caller.headers : {};
}

function isPassedOn(caller: Caller): caller is PassedOnCaller {
  return caller.kind === 'anonymous' && 'headers' in caller;
}

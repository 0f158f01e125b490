import type { IncomingHttpHeaders } from 'node:http';
import { isHeaderName } from '../header-name.js';
import { strictestCacheControl } from './cache-control.js';

/**
 * Rules that combine a header of several subgraph responses: the first or the last value in order of arrival, all
 * values, or the value that allows only what all of them allow.
 */
const headerRules = ['first', 'last', 'append', 'strictest'] as const;
export type HeaderRule = (typeof headerRules)[number];

/**
 * Matches headers that cannot be passed on from subgraphs to clients: they describe a connection or a body, the gateway
 * sets them itself, or they describe a resource other than the gateway's response.
 */
const reservedHeaderPattern =
  /^(connection|keep-alive|upgrade|te|trailer|transfer-encoding|proxy-.*|content-.*|access-control-.*|accept-.*|date|etag|last-modified|age|location|www-authenticate|strict-transport-security|x-content-type-options|referrer-policy|x-request-id|ratelimit.*)$/;

/** The reason why the rule is invalid for a header; undefined if it is valid. */
export function headerRuleProblem(name: string, rule: string): string | undefined {
  if (!isHeaderName(name)) return 'is not the name of a header';
  if (reservedHeaderPattern.test(name.toLowerCase()))
    return 'cannot be forwarded: it describes the connection, the body or another resource, or the gateway sets it';
  if (!headerRules.some((supported) => supported === rule)) return `must be one of ${headerRules.join(', ')}`;
  if (rule === 'strictest' && name.toLowerCase() !== 'cache-control')
    return 'cannot be strictest, which is for cache-control only: use first, last or append';
  return undefined;
}

export interface ResponseHeaderRules {
  /** Names of the headers, in lower case. */
  readonly names: readonly string[];
  /** Starts collecting headers for one request; undefined if there are no rules. */
  collect(): CollectedHeaders | undefined;
}

/** @param rules rules by response header name */
export function responseHeaderRules(rules: ReadonlyMap<string, HeaderRule>): ResponseHeaderRules {
  const byName = [...rules].map(([name, rule]) => [name.toLowerCase(), rule] as const);
  return {
    names: byName.map(([name]) => name),
    collect: () => (byName.length === 0 ? undefined : new CollectedHeaders(byName)),
  };
}

/** Collects headers of the subgraphs' responses to one request. */
export class CollectedHeaders {
  readonly #rules: readonly (readonly [name: string, rule: HeaderRule])[];
  readonly #responses: IncomingHttpHeaders[] = [];

  constructor(rules: readonly (readonly [name: string, rule: HeaderRule])[]) {
    this.#rules = rules;
  }

  add(headers: IncomingHttpHeaders): void {
    this.#responses.push(headers);
  }

  /**
   * The headers of the response to the client.
   * @param isCacheable false for responses with errors and for incremental responses, which must not be stored
   */
  result(isCacheable: boolean): Record<string, string | string[]> {
    const result: Record<string, string | string[]> = {};
    for (const [name, rule] of this.#rules) {
      const value = rule === 'strictest' ? this.#strictest(isCacheable) : this.#combineValues(name, rule);
      if (value !== undefined) result[name] = value;
    }
    return result;
  }

  #strictest(isCacheable: boolean): string {
    return isCacheable ? strictestCacheControl(this.#responses.map((headers) => headers['cache-control'])) : 'no-store';
  }

  #combineValues(name: string, rule: HeaderRule): string | string[] | undefined {
    const values = this.#responses.flatMap((headers) => headers[name] ?? []);
    if (values.length === 0) return undefined;
    if (rule === 'first') return values[0];
    if (rule === 'last') return values.at(-1);
    return name === 'set-cookie' ? values : values.join(', ');
  }
}

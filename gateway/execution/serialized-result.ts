import type { ExecutionResult } from 'graphql';
import type { FetchResult } from './data-source.js';
import { readResponse } from './http/graphql-response.js';

/** The first bytes of a result without errors, of a subgraph that writes errors before data. */
const startOfData = '{"data":{';

/** A result of nothing but data, as the text that a subgraph sent. */
export interface SerializedResult extends FetchResult {
  readonly serialized: string;
  /** Parsed when it is first read. */
  readonly data: FetchResult['data'];
  readonly errors?: undefined;
  readonly extensions?: undefined;
}

export function isSerialized(result: ExecutionResult | FetchResult): result is SerializedResult {
  return 'serialized' in result;
}

/** The result of a subgraph that writes errors before data and adds no extensions; undefined if it has errors. */
export function serializedResult(text: string): SerializedResult | undefined {
  if (!text.startsWith(startOfData)) return undefined;
  let parsed: FetchResult | undefined;
  return {
    serialized: text,
    get data() {
      parsed ??= readResponse(text) ?? {};
      return parsed.data;
    },
  };
}

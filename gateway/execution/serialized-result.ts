import type { FetchResult } from './data-source.js';
import { readResponse } from './http/graphql-response.js';

/** Start of a result without errors, from a subgraph that writes errors before data. */
const startOfData = '{"data":{';

/** JSON texts by result. Copies of a result have no text, because their data can differ. */
const texts = new WeakMap<object, string>();

/** The JSON text of a result that is exactly what a subgraph sent; undefined for other results. */
export function serializedText(result: object): string | undefined {
  return texts.get(result);
}

/**
 * Creates a result from the text of a subgraph that writes errors before data and adds no extensions. Its data is
 * parsed when it is first read. Undefined if the text contains errors.
 */
export function serializedResult(text: string): FetchResult | undefined {
  if (!text.startsWith(startOfData) || !text.endsWith('}')) return undefined;
  let parsed: FetchResult | undefined;
  const result: FetchResult = {
    get data() {
      parsed ??= readResponse(text) ?? {};
      return parsed.data;
    },
  };
  texts.set(result, text);
  return result;
}

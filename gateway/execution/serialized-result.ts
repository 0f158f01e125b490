import type { FetchResult } from './data-source.js';
import { readResponse } from './http/graphql-response.js';

/** Start of a result without errors, from a subgraph that writes errors before data. */
const startOfData = '{"data":{';

/** Property with the JSON text of a result. Not enumerable: copies have no text, because their data can differ. */
const textOf = Symbol('text of a result');

/** The JSON text of a result that is exactly what a subgraph sent; undefined for other results. */
export function serializedText(result: object): string | undefined {
  return (result as { readonly [textOf]?: string })[textOf];
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
  return Object.defineProperty(result, textOf, { value: text });
}

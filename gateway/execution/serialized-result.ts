import type { FetchResult } from './data-source.js';
import { readResponse } from './http/graphql-response.js';

/** The first bytes of a result without errors, of a subgraph that writes errors before data. */
const startOfData = '{"data":{';

/** By result, so copies of a result, which can have other data, have no text. */
const texts = new WeakMap<object, string>();

/** The text that a subgraph sent, if a result is exactly that; undefined for other results. */
export function serializedText(result: object): string | undefined {
  return texts.get(result);
}

/**
 * The result of a subgraph that writes errors before data and adds no extensions, with its text. Its data is parsed
 * when it is first read. Undefined if the text has errors.
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

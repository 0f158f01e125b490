import type { RawRequest } from '../dialect.js';
import type { RestResponse } from '../response.js';
import { errorResponse } from './responses.js';

const parameter = 'validationToken';
/** Maximum length of a validation token in characters; real tokens are much shorter. */
const maxTokenLength = 4096;

/** The query parameter `validationToken`, as an OpenAPI Parameter Object. */
export const validationTokenParameter = {
  name: parameter,
  in: 'query',
  required: false,
  description: 'Sent by the document site to validate the URL. The response is 200 with this token.',
  schema: { type: 'string', minLength: 1, maxLength: maxTokenLength },
};

/**
 * The response to the validation of a notification URL: the decoded token as plain text (specification, part B, section
 * 6.1). Neither the graph nor the database is used. Undefined if the request is not a validation.
 */
export function respondToValidation(query: RawRequest['query']): RestResponse | undefined {
  const token = query.get(parameter);
  if (token === undefined) return undefined;
  if (token === '' || token.length > maxTokenLength) {
    return errorResponse(400, {
      code: 'invalidRequest',
      message: `${parameter} must have 1 to ${maxTokenLength} characters`,
    });
  }
  return { status: 200, contentType: 'text/plain; charset=utf-8', body: token };
}

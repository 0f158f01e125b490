import type { Failure } from '../../dialect.js';
import { detailResponse } from '../../error-response.js';
import type { RestResponse } from '../../response.js';
import { alertsDialect } from '../dialect.js';
import { issuesResponse } from '../responses.js';

/** The response to a failed import or export. */
export function respond(failure: Failure): RestResponse {
  const { code, message, details } = failure;
  if (code === 'TIMEOUT' && details?.reason === 'idle') return detailResponse(408, message);
  if (code !== 'BAD_USER_INPUT') return alertsDialect.failure(failure);
  if (details?.reason === 'expansion') return detailResponse(413, message);
  const { argument } = details ?? {};
  if (typeof argument !== 'string') return detailResponse(400, message);
  const issue = { type: 'value_error', loc: ['query', argument], msg: `Value error, ${message}`, input: null };
  return issuesResponse([{ ...issue, ctx: { error: {} } }]);
}

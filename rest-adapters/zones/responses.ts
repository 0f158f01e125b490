import { detailResponse } from '../error-response.js';
import type { RestResponse } from '../response.js';

/** The 400 response to an invalid request. */
export function badRequest(detail: string): RestResponse {
  return detailResponse(400, detail);
}

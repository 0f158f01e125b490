import { jsonResponse } from '../error-response.js';
import type { Headers, RestResponse } from '../response.js';

/** The body of all errors of this service: specification, section 7. */
export function messageBody(message: string): { message: string } {
  return { message };
}

export function messageResponse(status: number, message: string, headers?: Headers): RestResponse {
  return jsonResponse(status, messageBody(message), headers);
}

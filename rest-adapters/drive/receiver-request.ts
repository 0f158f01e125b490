import { maxItems } from '../../platform/input-limits.js';
import { membersOf } from '../../platform/is-object.js';
import { readMembers } from '../decode-json.js';
import type { ParsedRequest, RawRequest } from '../dialect.js';
import { rejectedRequest } from '../error-response.js';
import type { RestResponse } from '../response.js';
import { respondToValidation } from './handshake.js';
import { errorResponse } from './responses.js';

/**
 * Parses requests of the notification receiver. Validations get their response immediately; notifications are passed to
 * the graph.
 */
export function readNotificationRequest({ query, body }: RawRequest): ParsedRequest {
  const handshake = respondToValidation(query);
  if (handshake !== undefined) return rejectedRequest(handshake);
  const entries = readMembers(body)?.value;
  if (!Array.isArray(entries)) return rejectedRequest(malformed);
  // Before the entries are mapped and coerced, because a body can contain hundreds of thousands of them.
  if (entries.length > maxItems.notifications) return rejectedRequest(tooMany(entries.length));
  return { variables: { value: entries.map(readNotification) } };
}

const malformed = errorResponse(400, {
  code: 'invalidRequest',
  message: 'The body must be a JSON object with an array named value',
});

function tooMany(count: number): RestResponse {
  const message = `At most ${maxItems.notifications} notifications are allowed per request, but there are ${count}`;
  return errorResponse(400, { code: 'invalidRequest', message });
}

interface Notification {
  readonly subscriptionId: string;
  readonly clientState: string | null;
  readonly lifecycleEvent: string | null;
}

/** Reads a notification; invalid fields are null. */
function readNotification(entry: unknown): Notification {
  const { subscriptionId, clientState, lifecycleEvent } = membersOf(entry);
  return {
    subscriptionId: textOf(subscriptionId) ?? '',
    clientState: textOf(clientState),
    lifecycleEvent: textOf(lifecycleEvent),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

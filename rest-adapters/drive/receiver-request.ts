import { membersOf } from '../../platform/is-object.js';
import { readMembers } from '../decode-json.js';
import type { ParsedRequest, RawRequest } from '../dialect.js';
import { rejectedRequest } from '../error-response.js';
import { respondToValidation } from './handshake.js';
import { errorResponse } from './responses.js';

/**
 * Parses requests of the notification receiver. Validations get their response immediately; notifications are passed to
 * the graph.
 */
export function readNotificationRequest({ query, body }: RawRequest): ParsedRequest {
  const handshake = respondToValidation(query);
  if (handshake !== undefined) return rejectedRequest(handshake);
  const notifications = readNotifications(body);
  if (notifications === undefined) return rejectedRequest(malformed);
  return { variables: { value: notifications } };
}

const malformed = errorResponse(400, {
  code: 'invalidRequest',
  message: 'The body must be a JSON object with an array named value',
});

interface Notification {
  readonly subscriptionId: string;
  readonly clientState: string | null;
  readonly lifecycleEvent: string | null;
}

/** The notifications in a body; undefined if the body contains no array of notifications. Invalid fields are null. */
function readNotifications(body: Buffer | undefined): Notification[] | undefined {
  const value = readMembers(body)?.value;
  return Array.isArray(value) ? value.map(readNotification) : undefined;
}

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

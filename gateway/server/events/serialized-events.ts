import {
  type EventPage,
  formatPosition,
  type LoggedEvent,
  type Position,
  PositionScan,
  type Snapshot,
} from '../../../platform/events/index.js';

/**
 * A serialized server-sent event (HTML standard, section 9.2.5, "Parsing an event stream"). Its id is the position from
 * which the client resumes.
 */
export interface SerializedEvent {
  readonly event: LoggedEvent;
  /** Position in the event log after the event. */
  readonly position: Position;
  readonly bytes: Buffer;
}

const serializedPages = new WeakMap<EventPage, readonly SerializedEvent[]>();

/** The serialized events of a page, for clients that have received all events before the page. */
export function serializedEventsOf(page: EventPage): readonly SerializedEvent[] {
  let serialized = serializedPages.get(page);
  if (serialized === undefined) {
    serialized = serializeEventsAfter(page.from, page.snapshot, page.events);
    serializedPages.set(page, serialized);
  }
  return serialized;
}

/** The serialized form of events that were read with a snapshot, for a client that has received all earlier ones. */
export function serializeEventsAfter(
  from: Position,
  snapshot: Snapshot,
  events: readonly LoggedEvent[],
): readonly SerializedEvent[] {
  const scan = new PositionScan(from, snapshot, events);
  return events.map((event) => serializeEvent(event, scan.step(event.id)));
}

function serializeEvent(event: LoggedEvent, position: Position): SerializedEvent {
  const at = new Date(event.at * 1000).toISOString();
  // Inserts the time before the members of the event's object, which is not empty.
  const data = `{"at":"${at}",${event.data.slice(1)}`;
  return {
    event,
    position,
    bytes: Buffer.from(`id: ${formatPosition(position)}\nevent: ${event.type}\ndata: ${data}\n\n`),
  };
}

/**
 * Serializes a message of the gateway itself as a server-sent event. With a position, the client resumes from there.
 */
export function message(name: string, data: object, position?: Position): string {
  const id = position === undefined ? '' : `id: ${formatPosition(position)}\n`;
  return `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * The text of a heartbeat: a comment, which clients ignore, and an id, which advances the client's position while there
 * are no events for the client.
 * @param position undefined if the stream has no positions
 */
export function heartbeat(position: Position | undefined): string {
  if (position === undefined) return ':\n\n';
  return `:\nid: ${formatPosition(position)}\n\n`;
}

export { announceEvents } from './announce.js';
export type { EventPage, EventReading, LostReason } from './event-log.js';
export type { EventScope, EventType, LoggedEvent } from './event-type.js';
export { createEventHub, type EventHub, type EventListener } from './hub.js';
export { covers, formatPosition, hasSeen, type Position, PositionWalk, parsePosition } from './position.js';
export { sweepEvents } from './retention.js';

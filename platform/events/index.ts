export { closeEventCursor, openEventCursor, readAtCursor } from './cursor.js';
export type { EventPage, EventReading, ResetReason } from './event-log.js';
export type { EventScope, EventSubscription, EventType, LoggedEvent } from './event-type.js';
export { EventHub, type EventListener } from './hub.js';
export { notifyListeners } from './notify-listeners.js';
export {
  covers,
  formatPosition,
  hasSeen,
  type Position,
  PositionScan,
  parsePosition,
  type Snapshot,
} from './position.js';
export { sweepEventsJob } from './retention.js';

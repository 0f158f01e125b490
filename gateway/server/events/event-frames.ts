import {
  type EventPage,
  formatPosition,
  type LoggedEvent,
  type Position,
  PositionScan,
} from '../../../platform/events/index.js';

/** An event as it is sent (HTML standard, section 9.2.5, "Parsing an event stream"). Its id is where the client goes on. */
export interface Frame {
  readonly event: LoggedEvent;
  /** Behind the event. */
  readonly position: Position;
  readonly bytes: Buffer;
}

const shared = new WeakMap<EventPage, readonly Frame[]>();

/** The frames of a page for everybody who has seen what comes before it. */
export function framesOf(page: EventPage): readonly Frame[] {
  let frames = shared.get(page);
  if (frames === undefined) {
    const walk = new PositionScan(page.from, page.snapshot);
    frames = page.events.map((event) => frameOf(event, walk.step(event.place)));
    shared.set(page, frames);
  }
  return frames;
}

export function frameOf(event: LoggedEvent, position: Position): Frame {
  const at = new Date(event.at * 1000).toISOString();
  // The time is inserted before the members of the domain's object, which is not empty.
  const data = `{"at":"${at}",${event.data.slice(1)}`;
  return {
    event,
    position,
    bytes: Buffer.from(`id: ${formatPosition(position)}\nevent: ${event.type}\ndata: ${data}\n\n`),
  };
}

/** A message of the gateway's own. With a position the client goes on from there. */
export function message(name: string, data: object, position?: Position): string {
  const id = position === undefined ? '' : `id: ${formatPosition(position)}\n`;
  return `${id}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A sign of life that no client hears of; it takes the client's position along where nothing of its own happens. */
export function heartbeat(position: Position): string {
  return `:\nid: ${formatPosition(position)}\n\n`;
}

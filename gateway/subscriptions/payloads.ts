import type { Caller } from '../../platform/caller.js';
import {
  covers,
  type EventPage,
  formatPosition,
  hasSeen,
  type LoggedEvent,
  type Position,
  PositionScan,
} from '../../platform/events/index.js';
import type { MaskedError } from '../errors/index.js';
import type { EntityResult } from './entity-results.js';

/** A GraphQL response that a subscription sends for one event or entity. */
export interface SubscriptionResponse {
  readonly errors?: readonly MaskedError[];
  /** Data of the response: absent if the operation was not executed, null if it has no result. */
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  /** The extensions of the executor and, if the graph has positions, the position after the response. */
  readonly extensions?: { readonly position?: string } & Readonly<Record<string, unknown>>;
}

/** The responses to a page of events, in order. */
export class Payloads {
  readonly responses: readonly SubscriptionResponse[];
  #frames: Buffer | undefined;
  #parts: Buffer | undefined;

  constructor(responses: readonly SubscriptionResponse[]) {
    this.responses = responses;
  }

  /** The responses as server-sent events, serialized once for all clients that share them. */
  get frames(): Buffer {
    this.#frames ??= Buffer.from(this.responses.map(frameOf).join(''));
    return this.#frames;
  }

  /** The responses as parts of a multipart body. */
  get parts(): Buffer {
    this.#parts ??= Buffer.from(this.responses.map((payload) => partOf(JSON.stringify({ payload }))).join(''));
    return this.#parts;
  }
}

/**
 * Serializes a part of a multipart body together with the boundary `graphql` after it, so clients can read the part
 * immediately.
 */
export function partOf(body: string): string {
  return `\r\ncontent-type: application/json\r\n\r\n${body}\r\n--graphql`;
}

function frameOf(response: SubscriptionResponse): string {
  const position = response.extensions?.position;
  const id = position === undefined ? '' : `id: ${position}\n`;
  return `${id}event: next\ndata: ${JSON.stringify(response)}\n\n`;
}

/** The entity ids of a page of events and the entities resolved for them, from which the payloads are built. */
export interface PayloadSource {
  idsOf(event: LoggedEvent): readonly string[];
  readonly results: ReadonlyMap<string, EntityResult>;
}

/**
 * The responses to the events of a page that a client at a position has not seen. A client that resumes within the
 * responses to one event receives the earlier entities of this event again.
 */
export function payloadsOf(page: EventPage, from: Position, source: PayloadSource): Payloads {
  const isWhole = covers(page.from, from);
  const start = isWhole ? page.from : from;
  const unseen = page.events.filter(({ id }) => isWhole || !hasSeen(from, id));
  const scan = new PositionScan(start, page.snapshot, unseen);
  let position = formatPosition(start);
  const responses: SubscriptionResponse[] = [];
  for (const event of unseen) {
    const next = formatPosition(scan.step(event.id));
    const results = source.idsOf(event).flatMap((id) => source.results.get(id) ?? []);
    for (const [index, result] of results.entries()) {
      responses.push({ ...result, extensions: { position: index === results.length - 1 ? next : position } });
    }
    position = next;
  }
  return new Payloads(responses);
}

/** A key for the permissions of a caller: callers with equal keys receive the same responses. */
export function permissionsKeyOf(caller: Caller): string {
  if (caller.kind !== 'operator') return JSON.stringify(caller);
  const { credentialId: _, expiresAt: _expiresAt, ...permissions } = caller;
  return JSON.stringify(permissions);
}

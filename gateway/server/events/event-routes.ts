import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from '../../../platform/configuration/index.js';
import { DomainError, invalidArgument, isAccessError } from '../../../platform/domain-error.js';
import type { EventHub, EventType } from '../../../platform/events/index.js';
import type { Logger } from '../../../platform/log.js';
import type { CallerAuthenticator } from '../../authentication/index.js';
import { sourceAddressOf } from '../addresses.js';
import type { OriginPolicy } from '../admission.js';
import type { RequestLimit } from '../caller-limits.js';
import type { Metrics } from '../metrics.js';
import { sendRejection } from '../rejection.js';
import type { RejectionReports } from '../rejection-reports.js';
import { type EventFilter, eventFilterOf, type RequestedEvents } from './event-filter.js';
import { EventStream } from './event-stream.js';
import type { ReadingStart } from './log-reader.js';
import type { OpenStreams } from './open-streams.js';
import { readingStartOf, streamLimitKey, withinRequestTime } from './stream-start.js';

export interface EventRoutesOptions {
  readonly configuration: Configuration;
  readonly authenticator: CallerAuthenticator;
  readonly eventTypes: readonly EventType[];
  readonly hub: EventHub;
  readonly streams: OpenStreams;
  readonly metrics: Metrics;
  readonly origins: OriginPolicy;
  readonly rejections: RejectionReports;
  readonly requestLimit: RequestLimit;
  readonly log: Logger;
}

const maxTextLength = 256;
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Prevents nginx from buffering responses.
  'x-accel-buffering': 'no',
};

/** Mounts `/events`, a stream of server-sent events (HTML standard, section 9.2). */
export function registerEventRoutes(app: FastifyInstance, options: EventRoutesOptions): void {
  app.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    try {
      await open(request, reply, options);
    } catch (error) {
      await sendRejection({ request, reply, error, log: options.log });
    }
  });
}

async function open(request: FastifyRequest, reply: FastifyReply, options: EventRoutesOptions): Promise<void> {
  const { authenticator, eventTypes, hub, streams, origins, rejections, requestLimit } = options;
  // Pages of other sites cannot read a stream, but could open many and exhaust the limit.
  if (!origins.mayChange(request.headers)) {
    rejections.notAdmitted(request.raw, 'origin_rejected');
    throw new DomainError(
      'FORBIDDEN',
      'Cross-origin event streams are not allowed: open the stream from a page of this server',
    );
  }
  const { requested, lastId } = readRequest(request);
  const { timeoutSeconds } = options.configuration.graphql;
  const caller = await withinRequestTime(timeoutSeconds, authenticator.authenticate(request));
  const limited = requestLimit.check({ request, reply, caller, sourceAddress: sourceAddressOf(request) });
  if (limited !== undefined) throw limited;
  const filter = rejections.watch({ request, caller }, () => eventFilterOf(requested, { caller, eventTypes }));
  const release = streams.reserve(streamLimitKey(caller, request));
  try {
    const start = await withinRequestTime(timeoutSeconds, readingStartOf(hub, lastId));
    // The client may have disconnected.
    if (request.raw.socket.destroyed) return release();
    startStream({ request, reply, options, requested, filter, start, release });
  } catch (error) {
    release();
    throw error;
  }
}

interface StreamOpening {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly options: EventRoutesOptions;
  readonly requested: RequestedEvents;
  readonly filter: EventFilter;
  readonly start: ReadingStart;
  readonly release: () => void;
}

function startStream(opening: StreamOpening): void {
  const { request, reply, options, filter, start, release } = opening;
  const { hub, log, streams, metrics, configuration, origins } = options;
  const { origin } = request.headers;
  if (origin !== undefined && origins.mayRead(origin)) {
    void reply.header('access-control-allow-origin', origin).header('vary', 'origin');
  }
  void reply.headers(streamHeaders).hijack();
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders); // Headers that are set have values.
  const stream = new EventStream(
    {
      ...{ response: reply.raw, hub, log, filter },
      heartbeatSeconds: configuration.events.heartbeatSeconds,
      onSent: (type) => metrics.countEvent(type),
      onEnd(reason) {
        release();
        streams.remove(stream);
        metrics.countStream(reason);
      },
    },
    start,
  );
  streams.add(stream, () => recheck(stream, opening));
  stream.begin();
}

/** Authenticates the caller of an open stream again, and ends the stream if the credentials are rejected. */
async function recheck(
  stream: EventStream,
  { request, requested, options: { authenticator, eventTypes } }: StreamOpening,
): Promise<void> {
  try {
    const caller = await authenticator.authenticate(request, { isRecheck: true });
    stream.setFilter(eventFilterOf(requested, { caller, eventTypes }));
  } catch (error) {
    if (isAccessError(error)) stream.end('credentials');
  }
}

function readRequest({ query, headers }: FastifyRequest): { requested: RequestedEvents; lastId: string | undefined } {
  const parameters = query as Record<string, unknown>; // The parser returns an object.
  const types = textOf(parameters, 'types');
  const tenantId = textOf(parameters, 'tenantId');
  const { 'last-event-id': header } = headers;
  // After a reload, a page cannot set the header. A reconnecting client sends both, and the header is newer.
  const { lastEventId } = parameters;
  const lastId = typeof header === 'string' ? header : typeof lastEventId === 'string' ? lastEventId : undefined;
  return {
    requested: { types: types?.split(','), tenantId },
    lastId: lastId === '' ? undefined : lastId,
  };
}

function textOf(parameters: Record<string, unknown>, name: string): string | undefined {
  const value = parameters[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '' && value.length <= maxTextLength) return value;
  throw invalidArgument(name, `${name} must be specified once and have 1 to ${maxTextLength} characters`);
}

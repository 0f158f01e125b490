import { error, type OpenApiObject, operatorSecurity } from '../streams/describe-export.js';
import { eventSchemas, eventTypeNames } from './event-schemas.js';
import type { JsonSchema } from './json-schema.js';

/** The OpenAPI tag of the paths that the gateway itself serves. */
export const gatewayTag = {
  name: 'Gateway',
  description:
    'Live updates, health checks, metrics and schemas. These paths belong to none of the other services. Errors are JSON objects with the field `detail`, a string; only the 503 response of `/health/ready` has the field `status` instead.',
};

/** JSON schemas that only the paths of the gateway use. */
export const gatewaySchemas: Readonly<Record<string, JsonSchema>> = {
  ...eventSchemas,
  HealthStatus: {
    type: 'object',
    properties: { status: { type: 'string', enum: ['ok', 'unavailable'] } },
    required: ['status'],
  },
};

const retryAfterHeader = { 'Retry-After': { schema: { type: 'integer' }, example: 5 } };

/** The error responses of paths that may require a token. */
const tokenErrors = {
  401: error(
    'The token is missing or invalid',
    'The credentials are not valid: the token is unknown, expired or revoked',
    {
      'WWW-Authenticate': { schema: { type: 'string' }, example: 'Bearer realm="rampart"' },
    },
  ),
  403: error(
    'The caller does not have the role `admin`, `analyst` or `viewer`',
    'This endpoint requires an operator token with the role admin, analyst or viewer: send Authorization: Bearer TOKEN',
  ),
  429: error(
    'The source address has sent too many invalid credentials',
    'Too many failed authentication attempts from this IPv4 address or IPv6 /64 network. Try again in 3 s.',
    retryAfterHeader,
  ),
  503: error('The database cannot be reached', 'The database cannot be reached', retryAfterHeader),
};

const lastPosition = {
  description:
    'Position after which the stream resumes: the `id` of the last event or heartbeat that the client received. Default: only new events.',
  schema: { type: 'string' },
  example: '05d0616f23b1-oe-oe_g',
};

const exampleStream = `id: 05d0616f23b1-oe-oe_g
event: alerts
data: {"at":"2026-11-21T12:44:08.403Z","change":"opened","tenantId":"acme","ids":["5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11"]}

`;

const tooManyStreams = 'Too many event streams: at most 20 per caller. Close another stream, or try again later.';
const serverIsFull = 'The server has reached its maximum number of event streams: try again later';

/** The OpenAPI descriptions of the gateway's own paths, which no graph operation implements. */
export const gatewayPaths: Readonly<Record<string, OpenApiObject>> = {
  '/events': { get: streamEvents() },
  '/health/live': {
    get: {
      ...operation('getLiveness', 'Return whether the process is running'),
      description: 'Always 200 while the process serves requests. For liveness probes.',
      security: [],
      responses: { 200: health('The process is running', 'ok') },
    },
  },
  '/health/ready': {
    get: {
      ...operation('getReadiness', 'Return whether the process is ready for requests'),
      description:
        'Checks that the database can be reached and accepts writes, and that the jobs of the process run. For readiness probes and load balancers.',
      security: [],
      responses: {
        200: health('The process is ready', 'ok'),
        503: health(
          'The database cannot be reached or is a standby, the jobs do not run, or the process is starting or stopping',
          'unavailable',
        ),
      },
    },
  },
  '/metrics': {
    get: {
      ...operation('getMetrics', 'Return the metrics of the process'),
      description:
        'Requires an operator token with access to all tenants, except for requests from the same machine while `[auth] alerts` is not `token`.',
      responses: {
        200: text('Metrics in the text format of Prometheus', '# TYPE rampart_event_streams gauge'),
        ...tokenErrors,
      },
    },
  },
  '/schema.graphql': { get: schemaFile('getSchema', 'API schema', 'type Query {') },
  '/supergraph.graphql': { get: schemaFile('getSupergraph', 'supergraph', 'schema @link(url: "...") {') },
};

function streamParameters(): JsonSchema[] {
  return [
    {
      name: 'types',
      in: 'query',
      description: 'Types of the events, separated by commas. Default: all types that the caller may receive.',
      style: 'form',
      explode: false,
      schema: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', enum: eventTypeNames },
      },
      example: ['alerts'],
    },
    {
      name: 'tenantId',
      in: 'query',
      description:
        'Id of a tenant; only its events, and events that belong to no tenant, are sent. Default: all tenants that the caller may read.',
      schema: { type: 'string', minLength: 1, maxLength: 256 },
      example: 'acme',
    },
    { name: 'Last-Event-ID', in: 'header', ...lastPosition },
    {
      name: 'lastEventId',
      in: 'query',
      ...lastPosition,
      description: 'Same as the header `Last-Event-ID`, which takes precedence, for clients that cannot set headers.',
    },
  ];
}

function streamEvents(): JsonSchema {
  const names = Object.keys(eventSchemas).map((name) => `\`${name}\``);
  return {
    ...operation('streamEvents', 'Stream live updates'),
    description: `Server-sent events (\`text/event-stream\`) of the changes that the caller may read. Each event has an \`id\`, the position after the event, and JSON \`data\`. The schemas of the data are ${names.join(', ')}.

The first event is \`ready\`. A client that reconnects with its last position receives all events since then, from any server. If they are no longer available, it receives \`reset\` and must reload the displayed data. Before the server closes the stream, it sends \`end\`. Every \`heartbeatSeconds\`, the server sends a heartbeat: a comment with an \`id\`. Reconnect if nothing arrives for three times as long.`,
    parameters: streamParameters(),
    responses: {
      200: {
        description: 'The stream, which ends only when the client or the server closes it',
        content: { 'text/event-stream': { schema: { type: 'string' }, example: exampleStream } },
      },
      400: error(
        '`types` contains an unknown event type, or `tenantId` is empty or longer than 256 characters',
        `unknown event type alert: expected ${eventTypeNames.join(', ')}`,
      ),
      ...tokenErrors,
      403: error(
        'The caller may not receive the requested events, or the request is from a page of another origin',
        'The credentials have no access to any event type',
      ),
      429: error(
        'The caller has reached its limit of streams, or the source address has sent too many invalid credentials',
        tooManyStreams,
        retryAfterHeader,
      ),
      503: error(
        'The server has reached its maximum number of streams or is stopping, or the database cannot be reached',
        serverIsFull,
        retryAfterHeader,
      ),
    },
  };
}

function schemaFile(operationId: string, noun: string, example: string): JsonSchema {
  return {
    ...operation(operationId, `Return the ${noun}`),
    description: `The ${noun} in GraphQL SDL, for schema tooling. Requires an operator token, unless the server runs outside production and is reachable only from its own machine.`,
    responses: { 200: text(`The ${noun}`, example), ...tokenErrors },
  };
}

function operation(operationId: string, summary: string): JsonSchema {
  return {
    operationId,
    summary,
    tags: [gatewayTag.name],
    security: [{}, ...operatorSecurity],
  };
}

function health(description: string, status: string): JsonSchema {
  const schema = { $ref: '#/components/schemas/HealthStatus' };
  return { description, content: { 'application/json': { schema, example: { status } } } };
}

function text(description: string, example: string): JsonSchema {
  return { description, content: { 'text/plain': { schema: { type: 'string' }, example } } };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  compileSerializer,
  type GatewayServices,
  maskErrors,
  type ShownError,
  sourceAddressOf,
} from '../gateway/index.js';
import type { Caller } from '../platform/caller.js';
import { type DomainErrorCode, domainErrorCodes } from '../platform/domain-error.js';
import type { Logger } from '../platform/log.js';
import type { Dialect, Failure, RawRequest } from './dialect.js';
import { mediaTypeOf } from './media-type.js';
import { needsReshaping, type Said, writeReshaped } from './reshape.js';
import { enumOnTheWire } from './response-shape.js';
import { parametersIn, type Route } from './route.js';
import { send, sendJson } from './send.js';

export interface HandlerOptions {
  readonly route: Route;
  readonly dialect: Dialect;
  readonly services: Pick<GatewayServices, 'graph' | 'callers' | 'scopes'>;
  readonly log: Logger;
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => void;

/** Plans and compiles all that a route needs; what is left for a request is reading, executing and writing. */
export function compileHandler({ route, dialect, services, log }: HandlerOptions): Handler {
  const { callers, scopes } = services;
  const operation = services.graph.prepare({ document: route.document, operationName: route.operationName });
  const read = dialect.compile(route);
  const write = compileWriter(route, services);
  const hasBody = parametersIn(route, 'body').length > 0;
  const pathNames = parametersIn(route, 'path').map((parameter) => parameter.name);

  return function handle(request, reply) {
    // The router takes a parameter without any text; clients of these services get what an unknown path gets.
    if (pathNames.some((name) => (request.params as Record<string, string>)[name] === '')) reply.callNotFound();
    else answer(request, reply).catch((error: unknown) => fail({ request, reply, errors: [error], variables: {} }));
  };

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const authenticated = callers.authenticate(request.raw);
    const caller: Caller = authenticated instanceof Promise ? await authenticated : authenticated;
    const said = read(rawRequest(request, hasBody));
    if (said.refusal !== undefined) return send(reply, said.refusal);
    const { variables } = said;
    const context = scopes.begin({
      caller,
      via: 'rest',
      requestId: request.id,
      sourceAddress: sourceAddressOf(request),
      message: request.raw,
    });
    try {
      const result = await operation.execute({ variables, context });
      const errors = result.errors ?? [];
      if (errors.length > 0) fail({ request, reply, errors, variables });
      else sendJson(reply, route.status, write(result.data, said));
    } finally {
      context.end();
    }
  }

  /** The first error decides the answer; the unknown ones among all are logged. */
  function fail({ request, reply, errors, variables }: FailedAnswer): void {
    const [first] = maskErrors(errors, { log, requestId: request.id });
    const details: ShownError['extensions'] = first?.extensions ?? { code: 'INTERNAL_SERVER_ERROR' };
    const failure = { code: codeOf(details.code), message: first?.message ?? '', details };
    send(reply, dialect.failure(failure, { route, variables }));
  }
}

interface FailedAnswer {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly errors: readonly unknown[];
  readonly variables: Readonly<Record<string, unknown>>;
}

function rawRequest(request: FastifyRequest, hasBody: boolean): RawRequest {
  const url = request.raw.url ?? '';
  const question = url.indexOf('?');
  return {
    path: request.params as Record<string, string>, // Named parameters of the path; the router makes them strings.
    query: question === -1 ? '' : url.slice(question + 1),
    contentType: hasBody ? mediaTypeOf(request) : undefined,
    body: hasBody && request.body instanceof Buffer ? request.body : undefined,
  };
}

const knownCodes: ReadonlySet<string> = new Set(domainErrorCodes);

/** Refusals of the gateway itself cannot meet a prepared operation: they count as internal errors. */
function codeOf(code: string): Failure['code'] {
  return knownCodes.has(code) ? (code as DomainErrorCode) : 'INTERNAL_SERVER_ERROR';
}

type Write = (data: unknown, said: Said) => string;

/** The writer of the route's answer: the compiled serializer, without what leads to the answer in the data. */
function compileWriter(route: Route, { graph }: Pick<GatewayServices, 'graph'>): Write {
  const { answerShape, unwrap } = route;
  const reshaped: Write = (data, said) => writeReshaped({ shape: answerShape, data: valueAt(data, unwrap), said });
  if (needsReshaping(answerShape)) return reshaped;
  const { apiSchema: schema } = graph;
  const serialize = compileSerializer({ schema, document: route.document, enumValue: enumOnTheWire, path: unwrap });
  return (data, said) => (said.exact === undefined ? serialize(data) : reshaped(data, said));
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (value as Record<string, unknown>)[name], data);
}

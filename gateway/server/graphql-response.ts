import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { Caller } from '../../platform/caller.js';
import type { Logger } from '../../platform/log.js';
import { graphqlStatusOf, maskErrors, type ShownError } from '../errors/index.js';
import { withoutSuggestion } from '../limits/index.js';
import type { ResponseMediaType } from './media-types.js';
import type { OperationOutcome } from './metrics.js';
import type { RefusalReports } from './refusal-reports.js';

const contentTypes: Readonly<Record<ResponseMediaType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
  'text/event-stream': 'text/event-stream; charset=utf-8',
};

/** What is known about a request when its answer is written. */
export interface ResponseContext {
  readonly reply: FastifyReply;
  readonly mediaType: ResponseMediaType;
  readonly log: Logger;
  readonly requestId: string;
  /** Who is answered; undefined where the request was refused before that was known. */
  readonly caller: Caller | undefined;
  readonly refusals: Pick<RefusalReports, 'answered'> | undefined;
  /** Whether messages may name what the schema has. */
  readonly mayIntrospect: boolean;
  /** Whether errors of subgraphs, and data that violates the schema, are shown to clients. */
  readonly showsSubgraphErrors: boolean;
  /** Answers of trusted documents fetched with GET may be kept and asked after. */
  readonly revalidate: boolean;
}

/** Writes the result of an operation that was executed, or whose variables did not fit. */
export function sendResult(context: ResponseContext, result: ExecutionResult): OperationOutcome {
  const { errors, data } = result;
  if (errors === undefined || errors.length === 0) {
    sendData(context, JSON.stringify({ data, extensions: shownExtensions(context, result) }));
    return 'data';
  }
  const shown = shownErrors(context, errors);
  if (data === undefined) {
    send(context, graphqlStatusOf(shown[0]?.extensions.code, context.mediaType), JSON.stringify({ errors: shown }));
    return 'failed';
  }
  send(context, 200, JSON.stringify({ errors: shown, data, extensions: shownExtensions(context, result) }));
  return data === null ? 'failed' : 'partial';
}

/**
 * Extensions that plugins of the engine added. Data of subgraphs that violates the schema (`valueCompletion`, as Apollo's gateway reports it)
 * is shown with errors of subgraphs only.
 */
function shownExtensions(
  { showsSubgraphErrors }: ResponseContext,
  { extensions }: ExecutionResult,
): ExecutionResult['extensions'] {
  if (extensions === undefined || showsSubgraphErrors) return extensions;
  const { valueCompletion: _, ...shown } = extensions;
  return Object.keys(shown).length === 0 ? undefined : shown;
}

/** Writes errors of a request that was not executed. The first one decides the status. */
export function sendErrors(context: ResponseContext, errors: readonly unknown[]): void {
  const shown = shownErrors(context, errors);
  const code = shown[0]?.extensions.code;
  if (code === 'UNAUTHENTICATED') context.reply.header('www-authenticate', 'Bearer realm="rampart"');
  if (code === 'PERSISTED_QUERY_NOT_FOUND') context.reply.header('cache-control', 'private, no-cache, must-revalidate');
  send(context, graphqlStatusOf(code, context.mediaType), JSON.stringify({ errors: shown }));
}

/** Errors as the caller sees them. */
export function shownErrors(context: ResponseContext, errors: readonly unknown[]): readonly ShownError[] {
  const shown = maskErrors(errors, context);
  context.refusals?.answered({ request: context.reply.request, caller: context.caller, errors: shown });
  context.reply.header('x-request-id', context.requestId);
  if (context.mayIntrospect) return shown;
  return shown.map((error) => ({ ...error, message: withoutSuggestion(error.message) }));
}

function sendData(context: ResponseContext, body: string): void {
  if (!context.revalidate) {
    send(context, 200, body);
    return;
  }
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  context.reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (context.reply.request.headers['if-none-match'] === etag) context.reply.code(304).send();
  else send(context, 200, body);
}

function send({ reply, mediaType }: ResponseContext, status: number, body: string): void {
  const content = mediaType === 'text/event-stream' ? asEvents(body) : body;
  reply.code(status).header('content-type', contentTypes[mediaType]).send(content);
}

/** The whole answer of an operation as server-sent events (GraphQL over SSE, "Distinct connections mode"). */
export function asEvents(body: string): string {
  return `event: next\ndata: ${body}\n\nevent: complete\ndata:\n\n`;
}

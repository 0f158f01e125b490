import type { FastifyReply } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Caller } from '../../platform/caller.js';
import type { Logger } from '../../platform/log.js';
import { bearerChallenge, graphqlStatusOf, type MaskedError, maskErrors } from '../errors/index.js';
import { serializedText } from '../execution/index.js';
import { withoutSuggestion } from '../limits/index.js';
import { type ResponseSlot, StoredResponse, sendNotModified } from '../response-cache/index.js';
import type { ResponseMediaType } from './media-types.js';
import type { OperationOutcome } from './metrics.js';
import { setRetryAfter } from './rejection.js';
import type { RejectionReports } from './rejection-reports.js';

const contentTypes: Readonly<Record<ResponseMediaType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
  'text/event-stream': 'text/event-stream; charset=utf-8',
};

/** Properties of a request that its response depends on. */
export interface ResponseContext {
  readonly reply: FastifyReply;
  readonly mediaType: ResponseMediaType;
  readonly log: Logger;
  readonly requestId: string;
  /** The caller; undefined if the request was rejected before authentication. */
  readonly caller: Caller | undefined;
  readonly rejections: Pick<RejectionReports, 'responded'> | undefined;
  /** Whether the caller may read the schema, so error messages may contain its names. */
  readonly mayIntrospect: boolean;
  /** Whether to show errors of subgraphs, and data that violates the schema, to clients. */
  readonly showsSubgraphErrors: boolean;
  /** Whether clients may store the response and revalidate it, as for trusted documents requested with GET. */
  readonly revalidate: boolean;
}

/**
 * Sends the result of an operation that was executed, or rejected because of its variables.
 * @param slot cache entry for the response of a cacheable operation
 */
export function sendResult(context: ResponseContext, result: ExecutionResult, slot?: ResponseSlot): OperationOutcome {
  const { errors } = result;
  if (errors === undefined || errors.length === 0) {
    const body =
      serializedText(result) ?? JSON.stringify({ data: result.data, extensions: maskedExtensions(context, result) });
    if (slot !== undefined) sendStored(context, slot.store(body));
    else if (context.revalidate && context.mediaType !== 'text/event-stream')
      sendStored(context, new StoredResponse(body));
    else send(context, 200, body);
    return 'data';
  }
  const { data } = result;
  const maskedErrors = maskAndReportErrors(context, errors);
  if (data === undefined) {
    sendMasked(context, maskedErrors);
    return 'failed';
  }
  send(context, 200, JSON.stringify({ errors: maskedErrors, data, extensions: maskedExtensions(context, result) }));
  return data === null ? 'failed' : 'partial';
}

/**
 * Response extensions that engine plugins added. `valueCompletion`, which reports subgraph data that violates the
 * schema, as in Apollo's gateway, is only shown if errors of subgraphs are shown.
 */
export function maskedExtensions(
  { showsSubgraphErrors }: ResponseContext,
  { extensions }: { readonly extensions?: Readonly<Record<string, unknown>> | undefined },
): Readonly<Record<string, unknown>> | undefined {
  if (extensions === undefined || showsSubgraphErrors) return extensions;
  const { valueCompletion: _, ...visibleExtensions } = extensions;
  return Object.keys(visibleExtensions).length === 0 ? undefined : visibleExtensions;
}

/** Sends the errors of a request that was not executed. The first error determines the status. */
export function sendErrors(context: ResponseContext, errors: readonly unknown[]): void {
  const maskedErrors = maskAndReportErrors(context, errors);
  const challenge = bearerChallenge(maskedErrors[0]?.extensions);
  if (challenge !== undefined) context.reply.header('www-authenticate', challenge);
  if (maskedErrors[0]?.extensions.code === 'PERSISTED_QUERY_NOT_FOUND') {
    context.reply.header('cache-control', 'private, no-cache, must-revalidate');
  }
  sendMasked(context, maskedErrors);
}

/** Sends a response that contains only errors. The first error determines the status. */
function sendMasked(context: ResponseContext, errors: readonly MaskedError[]): void {
  const extensions = errors[0]?.extensions;
  const status = graphqlStatusOf(extensions?.code, context.mediaType);
  if (status >= 400) setRetryAfter(context.reply, extensions);
  send(context, status, JSON.stringify({ errors }));
}

/**
 * The errors for which the gateway or the graph rejected a request before execution; undefined for other errors.
 */
export function requestErrorsOf(error: unknown): readonly unknown[] | undefined {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) return undefined;
  return error.errors;
}

/**
 * Masks errors for the caller of the request. If the caller may not introspect the schema, messages of the gateway have
 * no suggestions. Reports rejections as security events, and sets the header `x-request-id`.
 */
export function maskAndReportErrors(context: ResponseContext, errors: readonly unknown[]): readonly MaskedError[] {
  const maskedErrors = maskErrors(errors, context);
  context.rejections?.responded({ request: context.reply.request, caller: context.caller, errors: maskedErrors });
  context.reply.header('x-request-id', context.requestId);
  if (context.mayIntrospect) return maskedErrors;
  return maskedErrors.map((masked, index) =>
    isOfSubgraph(errors[index]) ? masked : { ...masked, message: withoutSuggestion(masked.message) },
  );
}

/** Whether a subgraph reported an error, whose message is therefore not one of this gateway's schema. */
function isOfSubgraph(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions.serviceName !== undefined;
}

/**
 * Sends a response without errors. A conditional GET receives status 304 without a body if the client already has the
 * response.
 */
export function sendStored({ reply, mediaType, revalidate }: ResponseContext, response: StoredResponse): void {
  if (revalidate) reply.header('cache-control', 'private, no-cache');
  if (reply.request.method !== 'POST' && sendNotModified(reply, response)) return;
  reply.code(200).header('content-type', contentTypes[mediaType]).send(response.body);
}

function send({ reply, mediaType }: ResponseContext, status: number, body: string): void {
  const content = mediaType === 'text/event-stream' ? asEvents(body) : body;
  reply.code(status).header('content-type', contentTypes[mediaType]).send(content);
}

/** Serializes a complete response as server-sent events (GraphQL over SSE, "Distinct connections mode"). */
export function asEvents(body: string): string {
  return `event: next\ndata: ${body}\n\nevent: complete\ndata:\n\n`;
}

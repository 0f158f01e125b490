import type { FastifyReply } from 'fastify';

/** A complete HTTP answer. The body is JSON text unless `contentType` says otherwise. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  readonly body: string;
}

export const jsonContentType = 'application/json';

/** A value that `JSON.stringify` writes as this JSON text (ECMAScript proposal "JSON.parse source text access"). */
export const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object };

/** Sends a complete answer. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  if (answer.headers) reply.headers(answer.headers);
  return sendText(reply, answer.status, { text: answer.body, contentType: answer.contentType ?? jsonContentType });
}

/** Sends a value as JSON. */
export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendText(reply, status, { text: JSON.stringify(body), contentType: jsonContentType });
}

/** With a serializer of its own the framework leaves text and content type as they are. */
function sendText(reply: FastifyReply, status: number, body: { text: string; contentType: string }): FastifyReply {
  return reply.code(status).header('content-type', body.contentType).serializer(asItIs).send(body.text);
}

/** What is sent here is text already. */
function asItIs(text: unknown): string {
  return text as string;
}

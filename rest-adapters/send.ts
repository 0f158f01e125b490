import type { FastifyReply } from 'fastify';
import { type Answer, jsonContentType } from './answer.js';

/** Sends a complete answer. As bytes, because the framework adds a charset to JSON that is sent as text. */
export function send(reply: FastifyReply, answer: Answer): void {
  reply.code(answer.status).header('content-type', jsonContentType);
  if (answer.headers) reply.headers(answer.headers);
  reply.send(Buffer.from(answer.body));
}

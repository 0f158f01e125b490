import type { FastifyReply } from 'fastify';
import { type Answer, jsonContentType } from './answer.js';

/** Sends a complete answer. */
export function send(reply: FastifyReply, answer: Answer): void {
  if (answer.headers) reply.headers(answer.headers);
  sendJson(reply, answer.status, answer.body);
}

/** Sends JSON text. With a serializer of its own the framework leaves text and content type as they are. */
export function sendJson(reply: FastifyReply, status: number, text: string): void {
  reply.code(status).header('content-type', jsonContentType).serializer(asItIs).send(text);
}

/** What is sent here is text already. */
function asItIs(text: unknown): string {
  return text as string;
}

import type { FastifyReply, FastifyRequest } from 'fastify';

const sentMediaType = Symbol('media type as sent');

interface RequestWithMediaType {
  [sentMediaType]?: string;
}

/**
 * Hides the `content-type` header from the framework, which rejects media types that it cannot parse. The framework
 * then provides the body as bytes; the dialect gets the original header.
 */
export function hideMediaType(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { headers } = request.raw;
  const mediaType = headers['content-type'];
  if (mediaType !== undefined) {
    (request.raw as RequestWithMediaType)[sentMediaType] = mediaType; // A custom property on node's request.
    headers['content-type'] = 'application/octet-stream';
  }
  done();
}

/** The `content-type` header as the client sent it. */
export function mediaTypeOf(request: FastifyRequest): string | undefined {
  return (request.raw as RequestWithMediaType)[sentMediaType];
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayServices } from '../../gateway/index.js';
import {
  type Download,
  InfectedContentError,
  MissingContentError,
  type OpenDownload,
} from '../../platform/download.js';
import { recheckRegularly } from '../../platform/recheck-regularly.js';
import { send } from '../response.js';
import { type ByteRange, isNotModified, isPreconditionFailed, rangeOf } from './ranges.js';
import { errorResponse } from './responses.js';

const unknownTicket = errorResponse(404, {
  code: 'itemNotFound',
  message:
    'The download URL is invalid or has expired, or the file no longer exists: request the content again for a new URL',
});
const missingContent = errorResponse(404, {
  code: 'itemNotFound',
  message: 'The content of the file is not available',
});
const infectedContent = errorResponse(403, {
  code: 'malwareDetected',
  message: 'The document site reports malware in the file',
});
const changedContent = errorResponse(412, {
  code: 'preconditionFailed',
  message: 'The content of the file has changed',
});

/** Registers the URLs that downloads redirect to. A ticket in the URL is the only credential. Content is streamed. */
export function registerDownloads(app: FastifyInstance, { downloads, authenticator }: GatewayServices): void {
  app.route<{ Params: { ticket: string } }>({
    // HEAD is registered explicitly: `exposeHeadRoute` would replace the content-length of a response without a body by
    // 0.
    method: ['GET', 'HEAD'],
    url: '/drive/download/:ticket',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const found = await firstOf(downloads, request.params.ticket).catch((error: unknown) => {
        if (error instanceof InfectedContentError) return infectedContent;
        if (error instanceof MissingContentError) return missingContent;
        throw error;
      });
      if (found !== undefined && 'status' in found) {
        send(reply, found);
        return reply;
      }
      const isRevoked = found?.credentialId !== undefined && !(await authenticator.isActive(found.credentialId));
      if (found === undefined || isRevoked) send(reply, unknownTicket);
      else sendDownload(request, reply, watched(found, authenticator));
      return reply;
    },
  });
}

/** Ends the content if the credentials for which the ticket was issued are revoked while it is sent. */
function watched(download: Download, authenticator: GatewayServices['authenticator']): Download {
  const { credentialId } = download;
  if (credentialId === undefined) return download;
  return {
    ...download,
    read(range) {
      const content = download.read(range);
      const stop = recheckRegularly(async () => {
        // While the database is not available, the download continues.
        const isRevoked = await Promise.resolve(authenticator.isActive(credentialId)).then(
          (isActive) => !isActive,
          () => false,
        );
        if (isRevoked) content.destroy(new Error('the credentials of the download were revoked'));
      });
      return content.once('close', stop);
    },
  };
}

async function firstOf(downloads: readonly OpenDownload[], ticket: string): Promise<Download | undefined> {
  for (const open of downloads) {
    const found = await open(ticket);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Sends content, a range of it, 304 if it is not modified, or 412 if it is not what the client expects (RFC 9110). */
function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): void {
  const { size, entityTag, modifiedAt } = download;
  reply.headers({
    etag: entityTag,
    'accept-ranges': 'bytes',
    ...(modifiedAt !== null && { 'last-modified': new Date(modifiedAt * 1000).toUTCString() }),
  });
  if (isPreconditionFailed(request.headers, download)) {
    send(reply, changedContent);
    return;
  }
  if (isNotModified(request.headers, download)) {
    reply.code(304).send();
    return;
  }
  // Ranges are defined for GET only (RFC 9110, section 14.2).
  const range = request.method === 'GET' ? rangeOf(request.headers, download) : undefined;
  if (range === 'unsatisfiable') {
    const response = errorResponse(416, {
      code: 'invalidRange',
      message: `The requested range contains no bytes of the content, which has ${size} bytes`,
    });
    send(reply, { ...response, headers: { 'content-range': `bytes */${size}` } });
    return;
  }
  sendBytes({ request, reply, download, range });
}

function sendBytes(options: {
  request: FastifyRequest;
  reply: FastifyReply;
  download: Download;
  range: ByteRange | undefined;
}): void {
  const { request, reply, download, range } = options;
  const { size, name, mimeType } = download;
  const length = range === undefined ? size : range.end - range.start + 1;
  reply.code(range === undefined ? 200 : 206).headers({
    'content-type': safeMediaType(mimeType),
    'content-length': String(length),
    'content-disposition': dispositionOf(name),
    ...(range !== undefined && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  });
  if (request.method === 'HEAD' || length === 0) reply.send();
  else reply.send(download.read(range));
}

/** The media type for the `content-type` header. A malformed one is replaced, because it comes from another server. */
function safeMediaType(mimeType: string | null): string {
  return mimeType !== null && /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** The `content-disposition` header (RFC 6266): an attachment, so browsers never display content in this origin. */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type GatewayServices, maskError } from '../../../gateway/index.js';
import type { Logger } from '../../../platform/log.js';
import type { RecordImport } from '../../../platform/record-streams.js';
import { detailResponse } from '../../error-response.js';
import { hideMediaType, mediaTypeOf } from '../../media-type.js';
import type { RestResponse } from '../../response.js';
import { streamHandler } from '../../streams/exchange.js';
import { registerExport } from '../../streams/register-export.js';
import { exportLimits, StreamSlots } from '../../streams/stream-slots.js';
import { respond } from './respond.js';
import { exportPaths, importPath, ndjsonMediaTypes } from './stream-paths.js';

const importLimits = { name: 'imports', maxStreams: 4, maxPerCaller: 2 };
const ndjson = 'application/x-ndjson';

/** Registers the import of inferences and the exports. They are streamed, and no graph operation implements them. */
export function registerStreams(app: FastifyInstance, services: GatewayServices, log: Logger): void {
  const { imports, exports } = services.streams.get('alerts') ?? {};
  const { inferences } = imports ?? {};
  if (inferences !== undefined) registerImport(app, { services, log, importRecords: inferences });
  // The limit applies to all exports together.
  const slots = new StreamSlots(exportLimits);
  for (const [name, path] of Object.entries(exportPaths)) {
    const exportRecords = exports?.[name];
    if (exportRecords !== undefined) {
      registerExport(app, { services, log, path, slots, exportRecords, respond });
    }
  }
}

interface RegisterOptions {
  readonly services: GatewayServices;
  readonly log: Logger;
}

function registerImport(app: FastifyInstance, options: RegisterOptions & { importRecords: RecordImport }): void {
  const { services, log, importRecords } = options;
  const handler = streamHandler({
    services,
    log,
    respond,
    slots: new StreamSlots(importLimits),
    authorize: (stream) => importRecords.authorize(stream),
    headersOf: () => ({ 'content-type': ndjson }),
    rejectionOf: rejectHead,
    async run({ request, stream, response }) {
      const input = Readable.from(response.read(request.raw), { objectMode: false });
      const write = (results: readonly object[]) => response.write(linesOf(results));
      try {
        const summary = await importRecords.run(stream, { input, isGzip: codingOf(request) !== 'identity', write });
        await response.write(linesOf([{ summary }]));
      } catch (error) {
        if (!response.hasStarted || stream.signal.aborted) throw error;
        const { message, extensions } = maskError(error, { log, requestId: request.id });
        await response.write(linesOf([{ error: { code: extensions.code, message } }]));
      }
    },
  });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The body is not buffered: the handler reads it as a stream.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post(importPath, { config: { streamsBody: true }, onRequest: hideMediaType }, handler);
  });
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function codingOf(request: FastifyRequest): string {
  return (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
}

const codings: ReadonlySet<string> = new Set(['identity', 'gzip', 'x-gzip']);

function rejectHead(request: FastifyRequest): RestResponse | undefined {
  const coding = codingOf(request);
  if (!codings.has(coding)) {
    const message = `Unsupported Content-Encoding: ${coding}; expected gzip, or none`;
    return detailResponse(415, message, { 'accept-encoding': 'gzip' });
  }
  const [mediaType = ''] = (mediaTypeOf(request) ?? '').split(';');
  if (ndjsonMediaTypes.includes(mediaType.trim().toLowerCase())) return undefined;
  const problem =
    mediaType === '' ? 'The request has no Content-Type' : `Unsupported Content-Type: ${mediaType.trim()}`;
  return detailResponse(415, `${problem}; expected ${ndjson}`, { 'accept-post': ndjsonMediaTypes.join(', ') });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { compressParts, type WritePart } from '../../platform/record-formats/gzip.js';
import type { RecordExport } from '../../platform/record-streams.js';
import { type StreamRouteOptions, streamHandler } from './exchange.js';
import { exportHeaders, parametersOf } from './export-headers.js';

interface ExportOptions extends Pick<StreamRouteOptions, 'services' | 'log' | 'slots' | 'respond'> {
  readonly path: string;
  readonly exportRecords: RecordExport;
  /** Media type of all formats of the export; undefined if each format has its own. */
  readonly mediaType?: string;
}

/** Registers an export. The export is compressed if its headers include `content-encoding`. */
export function registerExport(
  app: FastifyInstance,
  { path, exportRecords, mediaType, ...options }: ExportOptions,
): void {
  const headersOf = (request: FastifyRequest) => exportHeaders(request, mediaType);
  const handler = streamHandler({
    ...options,
    authorize: (stream) => exportRecords.authorize(stream),
    headersOf,
    async run({ request, stream, response }) {
      const parameters = parametersOf(request);
      const isCompressed = headersOf(request)['content-encoding'] !== undefined;
      let isNotModified = false;
      // Representations with different codings have different tags.
      const isKnown = (entityTag: string): boolean => {
        isNotModified = response.isKnown(isCompressed ? entityTag.replace(/"$/, '-gzip"') : entityTag);
        return isNotModified;
      };
      const run = (write: WritePart) => exportRecords.run(stream, { parameters, isKnown, write });
      const send = async (part: string | Uint8Array) => {
        if (isNotModified) return;
        response.throwIfInterrupted();
        await response.write(part);
      };
      await (isCompressed ? compressParts(send, run) : run(send));
    },
  });
  app.get(path, { exposeHeadRoute: false }, handler);
}

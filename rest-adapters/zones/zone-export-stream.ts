import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayServices } from '../../gateway/index.js';
import type { Logger } from '../../platform/log.js';
import { internalErrorDescription } from '../common-errors.js';
import type { Failure } from '../dialect.js';
import { detailResponse } from '../error-response.js';
import type { RestResponse } from '../response.js';
import { operatorSecurity, parameter, retryAfterHeader, stringSchema } from '../streams/describe-export.js';
import { streamHandler } from '../streams/exchange.js';
import { exportHeaders, parametersOf } from '../streams/export-headers.js';
import { StreamSlots } from '../streams/stream-slots.js';
import { error } from './describe-error.js';
import { zonesDialect } from './dialect.js';

const path = '/api/v1/export/{zone}';
const limits = { name: 'zone exports', maxStreams: 4, maxPerCaller: 1 };

/** Registers the export of zones. It is streamed, and no graph operation implements it. */
export function registerZoneExport(app: FastifyInstance, services: GatewayServices, log: Logger): void {
  const exportRecords = services.streams.get('zones')?.resumable?.zones;
  if (exportRecords === undefined) return;
  const handler = streamHandler({
    ...{ services, log, respond, slots: new StreamSlots(limits) },
    authorize: (stream) => exportRecords.authorize(stream),
    headersOf: exportHeaders,
    async run({ request, stream, response }) {
      await exportRecords.run(stream, {
        parameters: allParametersOf(request),
        isGzip: exportHeaders(request)['content-encoding'] !== undefined,
        begin: (headers) => response.begin(headers),
        async write(part) {
          response.throwIfInterrupted();
          await response.write(part);
        },
      });
    },
  });
  app.get(path.replace('{zone}', ':zone'), { exposeHeadRoute: false }, handler);
}

function allParametersOf(request: FastifyRequest): URLSearchParams {
  const parameters = parametersOf(request);
  const { zone = '' } = request.params as { zone?: string }; // The path has this parameter.
  parameters.append('zone', zone);
  return parameters;
}

function respond(failure: Failure): RestResponse {
  if (failure.code === 'TIMEOUT') return detailResponse(408, failure.message);
  return zonesDialect.failure(failure);
}

const header = (description: string, example: string) => ({ description, schema: stringSchema, example });

const quotaExample = {
  ...{ message: 'The query quota of this period is used up', tier: 'basic', limit: 1000, used: 1000 },
  resets_at: '2026-06-01T00:00:00.000Z',
};

/** The OpenAPI description of the export of zones, by path. */
export const zoneExportPaths = {
  [path]: {
    get: {
      operationId: 'exportZone',
      summary:
        'Export a zone: its current state, its state at a time or, with start and end, the changes in that window',
      description: `Streams all results of a search (\`GET /api/v1/download/{zone}\`) as of one point in time, with the same order and fields. The formats are newline-delimited JSON, CSV (RFC 4180) with a header, and Apache Parquet. The limits of searches apply: those of the tier on history, wildcards and requests without a search term, and a window of at most 10 days. If the caller is an account, a new export counts as one query toward its quota, like a first page, even if nothing matches; resuming an export does not count.

If the connection is closed before the response ends, the export is incomplete. To resume it, send the same request with \`pit\`, the value of \`Export-Pit\` of the first response, and \`offset\`, the number of bytes received so far; append the response to these bytes. The export continues with exactly the next byte, even after imports and restarts of the server, until \`Export-Expires\`, 12 hours after the start of the export; after that, the status is 410. A Parquet file is generated from its beginning each time, so resuming it takes as long as the first export up to the offset.

With \`Accept-Encoding: gzip\`, the response is compressed, except Parquet, and \`offset\` counts compressed bytes. A client that counts decompressed bytes must send \`Accept-Encoding: identity\`. A server process runs at most 4 of these exports at once, 1 per account or token.`,
      tags: ['Domain zone feed'],
      security: [{ apiKey: [] }, ...operatorSecurity],
      parameters: [
        {
          ...{ name: 'zone', in: 'path', required: true, schema: stringSchema, example: 'com.zone' },
          description: 'Name from the list of zones, or `*.zone` for all zones.',
        },
        parameter(
          'format',
          { ...stringSchema, enum: ['ndjson', 'csv', 'parquet'], default: 'ndjson' },
          'Format of the export. In CSV, an apostrophe precedes text that spreadsheets would interpret as a formula.',
        ),
        parameter(
          'search',
          stringSchema,
          'Prefix of the domain name; with `*` (any characters), a pattern for the whole name. Case-insensitive. Default: all names.',
        ),
        parameter(
          'start',
          stringSchema,
          'Start of the window, inclusive, ISO 8601. Default if `end` is set: 10 days before `end`, or the start of the history of the tier if that is later. Without `start` and `end`, the current state is exported.',
        ),
        parameter('end', stringSchema, 'End of the window, exclusive, ISO 8601. Default: now, if `start` is set.'),
        parameter(
          'at',
          stringSchema,
          'Export the state of the zone at this time, ISO 8601, as the last import up to this time contained it, instead of the current state. Cannot be combined with `start`, `end` or `*.zone`.',
        ),
        parameter(
          'pit',
          stringSchema,
          'Value of the header `Export-Pit` of the export to resume. Absent or empty: a new export.',
        ),
        parameter(
          'offset',
          { type: 'integer', minimum: 0, default: 0 },
          'Number of bytes of the export that the client has received; more than 0 requires `pit`.',
        ),
      ],
      responses: {
        200: {
          description: 'The export, starting at the byte `offset`',
          headers: {
            'Export-Pit': header(
              'Id of the export; pass as `pit` to resume it.',
              '5b0f4b86-8f0d-4e0c-9a53-0c3f6f5a2a11',
            ),
            'Export-Expires': header('Time after which the export cannot be resumed.', 'Fri, 01 May 2026 12:00:00 GMT'),
            'RateLimit-Limit': header(
              'Maximum number of queries per quota period (a month, or the whole trial); absent for operators.',
              '1000',
            ),
            'RateLimit-Remaining': header(
              'Number of remaining queries in the quota period; absent for operators.',
              '998',
            ),
            'RateLimit-Reset': header('Seconds until the quota period ends; absent for operators.', '86400'),
          },
          content: {
            'application/x-ndjson': {
              schema: stringSchema,
              example:
                '{"domain":"example.com","status":"active","data":"ns1.example.net.","timestamp":1790000000000}\n',
            },
            'text/csv': {
              schema: stringSchema,
              example: 'domain,status,data,timestamp\r\nexample.com,active,ns1.example.net.,1790000000000\r\n',
            },
            'application/vnd.apache.parquet': { schema: { type: 'string', format: 'binary' } },
          },
        },
        400: error(
          'A parameter is unknown or invalid, or differs from that of the export to resume',
          'format must be one of csv, ndjson, parquet, not "xml"',
        ),
        401: error('The API key or the token is missing or invalid', 'Invalid, missing or expired API key'),
        403: error(
          'The subscription has expired, its tier does not include this request, or the caller is neither an account nor an operator',
          'Browsing without a search term is not available on the trial tier',
        ),
        404: error('The zone does not exist', 'The zone con.zone does not exist: choose one from the list of zones'),
        408: error('A database query timed out before the first byte of the response', 'The request timed out'),
        410: error(
          'The export (`pit`) is unknown, has expired, or belongs to another caller',
          'The export no longer exists; start a new one',
        ),
        429: error(
          'The query quota is used up, the caller has reached its limit of requests per minute, another export of the caller is running, or the source address has sent too many invalid credentials',
          quotaExample,
          retryAfterHeader('86400'),
        ),
        500: error(internalErrorDescription, 'Internal Server Error'),
        503: error(
          'The database cannot be reached, or the server has reached its maximum of 4 concurrent exports',
          'The server has reached its maximum number of concurrent zone exports: 4',
          retryAfterHeader('5'),
        ),
      },
    },
  },
};

import type { FastifyInstance } from 'fastify';
import type { GatewayServices } from '../../gateway/index.js';
import type { Logger } from '../../platform/log.js';
import { internalErrorDescription } from '../common-errors.js';
import type { Failure } from '../dialect.js';
import { detailResponse } from '../error-response.js';
import type { RestResponse } from '../response.js';
import { operatorSecurity, parameter, retryAfterHeader, stringSchema } from '../streams/describe-export.js';
import { registerExport } from '../streams/register-export.js';
import { exportLimits, StreamSlots } from '../streams/stream-slots.js';
import { error } from './describe-error.js';
import { zonesDialect } from './dialect.js';

const path = '/api/brands/blocklist';

/** Registers the export of block lists. It is streamed, and no graph operation implements it. */
export function registerBlockList(app: FastifyInstance, services: GatewayServices, log: Logger): void {
  const exportRecords = services.streams.get('zones')?.exports?.blocklist;
  if (exportRecords === undefined) return;
  registerExport(app, {
    ...{ services, log, path, exportRecords, respond, slots: new StreamSlots(exportLimits) },
    mediaType: 'text/plain; charset=utf-8',
  });
}

function respond(failure: Failure): RestResponse {
  // The message of the dialect concerns API keys, which this export does not accept.
  if (failure.code === 'UNAUTHENTICATED') return detailResponse(401, failure.message, { 'www-authenticate': 'Bearer' });
  if (failure.code === 'TIMEOUT') return detailResponse(408, failure.message);
  return zonesDialect.failure(failure);
}

/** The OpenAPI description of the export of block lists, by path. */
export const blockListPaths = {
  [path]: {
    get: {
      operationId: 'exportBlockList',
      summary: 'Export the names of blocked hits as a block list',
      description:
        'Streams the names of hits that are confirmed or blocked automatically, for brands of the tenants that the caller may access. Each name occurs once; the names are sorted by zone and name, from one snapshot of the database. `domains` and `hosts` block exactly these names; the other formats also block all subdomains. `rpz` is a zone file for a response policy zone, with names relative to its origin. Lists with the same serial are identical; each change increments the serial, and `ETag` identifies the list, so `If-None-Match` returns 304 until the list changes. If the connection is closed before the response ends, the export is incomplete. With `Accept-Encoding: gzip`, the response is compressed. A server process runs at most 2 of these exports at once, 1 per token.',
      tags: ['Domain zone feed'],
      security: operatorSecurity,
      parameters: [
        parameter(
          'format',
          { ...stringSchema, enum: ['domains', 'adblock', 'hosts', 'unbound', 'dnsmasq', 'rpz'], default: 'domains' },
          'Format of the list: `domains` and `adblock` for Pi-hole and AdGuard Home, `hosts` for a hosts file, `unbound` and `dnsmasq` for their configurations, `rpz` for a response policy zone.',
        ),
        parameter(
          'tenant_id',
          stringSchema,
          'Only hits for brands of this tenant. Default: all tenants that the caller may access.',
        ),
        parameter(
          'brand_id',
          { type: 'array', items: stringSchema },
          'Only hits of the brands with these UUIDs or global ids, at most 1000. Default: all brands.',
        ),
      ],
      responses: {
        200: {
          description: 'The block list',
          headers: { ETag: { schema: stringSchema } },
          content: {
            'text/plain': { schema: stringSchema, example: '# Rampart block list, serial 1790000000\nacmebnk.com\n' },
          },
        },
        304: { description: 'Not modified: the client already has the current list' },
        400: error(
          'A parameter is unknown or invalid',
          'format must be one of domains, adblock, hosts, unbound, dnsmasq, rpz, not "xml"',
        ),
        401: error('The token is missing or invalid', 'Brands require an operator token'),
        403: error('The caller may not read brands', 'Brands are available to operators only'),
        429: error(
          'The caller has reached its limit of requests per minute, another export of a block list is running for the caller, or the source address has sent too many invalid credentials',
          'Too many exports: at most 1 at once per caller',
          retryAfterHeader('5'),
        ),
        500: error(internalErrorDescription, 'Internal Server Error'),
        503: error(
          'The database cannot be reached, or the server has reached its maximum of 2 concurrent exports',
          'The server has reached its maximum number of concurrent exports: 2',
          retryAfterHeader('5'),
        ),
      },
    },
  },
};

import { httpStatusOf, type RegisterRoutes } from '../../gateway/index.js';
import type { Logger } from '../../platform/log.js';
import type { RecordExport } from '../../platform/record-streams.js';
import { snakeCase } from '../../platform/snake-case.js';
import { respond as respondToStream } from '../alerts/streams/respond.js';
import type { Failure } from '../dialect.js';
import { detailResponse } from '../error-response.js';
import type { RestResponse } from '../response.js';
import { registerExport } from '../streams/register-export.js';
import { exportLimits, StreamSlots } from '../streams/stream-slots.js';
import { pathOf } from './load-lists.js';

/** Registers the exports of lists, keyed by the name of the list. */
export function registerLists(exports: ReadonlyMap<string, RecordExport>, log: Logger): RegisterRoutes {
  return function register(app, services) {
    const slots = new StreamSlots(exportLimits);
    for (const [name, exportRecords] of exports) {
      const path = pathOf({ name });
      registerExport(app, { services, log, path, slots, exportRecords, respond });
    }
  };
}

function respond(failure: Failure): RestResponse {
  const { code, message, details } = failure;
  if (code === 'BAD_USER_INPUT') {
    const { argument } = details ?? {};
    if (typeof argument !== 'string') return respondToStream(failure);
    // The graph reports the names of its own fields, which REST spells in snake case.
    return respondToStream({ ...failure, details: { ...details, argument: snakeCase(argument) } });
  }
  if (code === 'INTERNAL_SERVER_ERROR') return detailResponse(500, 'Internal Server Error');
  if (code === 'UNAUTHENTICATED') return detailResponse(401, message, { 'www-authenticate': 'Bearer' });
  return detailResponse(httpStatusOf(code), message);
}

import type { RequestContext } from '../../platform/caller.js';
import { createLoaders, type Loaders } from '../../platform/graph/index.js';
import type { ControllerFields, ControllerRecord } from './records.js';
import type { LicenseService } from './service/index.js';

/** What the resolvers of this subgraph get with every request. */
export interface LicensesContext extends RequestContext, Loaders {
  readonly service: LicenseService;
}

/** The context value of one operation. */
export function createLicensesContext(service: LicenseService, request: RequestContext): LicensesContext {
  return { ...request, ...createLoaders(), service };
}

/** One controller by its GUID, together with all others asked for at the same level. */
export function loadController(
  context: LicensesContext,
  guid: string,
  fields: ControllerFields,
): Promise<ControllerRecord | null> {
  return context
    .loader(
      'controller',
      (guids: string[]) => context.service.controllersByGuids(context, { guids, fields }),
      fields.key,
    )
    .load(guid);
}

import { memoizeBySelection } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import { type ControllerFields, type ControllerRecord, controllerFieldsFor } from './service/controller-record.js';

/** The fields to read for the selected fields of controllers, or of a connection of them. */
export const { of: controllerFields, ofNodes: connectionControllerFields } = memoizeBySelection((names) =>
  controllerFieldsFor(names),
);

/**
 * Loads a controller by its GUID, batched with the other controllers on the same level of the query; null if it is not
 * registered.
 */
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

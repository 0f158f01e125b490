import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from '../../platform/graph/index.js';
import { type LicensesContext, loadController } from './context.js';
import { controllerFields } from './fields.js';
import type { ControllerRecord } from './records.js';

/** The controller that another subgraph refers to; null when it is not registered. */
export function controllerReference(
  reference: { guid: string },
  context: LicensesContext,
  info: GraphQLResolveInfo,
): Promise<ControllerRecord | null> {
  return loadController(context, reference.guid, controllerFields(selectedFields(info, 'Controller')));
}

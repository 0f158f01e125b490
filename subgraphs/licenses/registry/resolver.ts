import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import {
  After,
  First,
  keyOfNodeId,
  nodeId,
  PermittedMutation,
  PermittedQuery,
  pageListSize,
  selectedFields,
} from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import { connectionControllerFields, controllerFields, loadController } from './loaders.js';
import type { ControllerRecord } from './service/controller-record.js';
import type { ControllerConnectionRecord } from './service/list-controllers.js';
import { Controller, ControllerConnection, ControllerFilter, ReleaseControllerPayload } from './types.js';

@Resolver(() => Controller)
export class ControllerResolver {
  @PermittedQuery('licenses.read', () => Controller, {
    nullable: true,
    description:
      'Return a controller; null if it is not registered. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  async controller(
    @Arg('guid', () => ID, { description: 'GUID of the controller, case-insensitive.' }) guid: string,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    return await loadController(context, guid, controllerFields(selectedFields(info)));
  }

  @PermittedQuery('licenses.read', () => ControllerConnection, {
    description:
      'List registered controllers, sorted by time of registration, oldest first. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  @Directive(pageListSize)
  async controllers(
    @Arg('filter', () => ControllerFilter, { nullable: true, description: 'Filter; default: all controllers.' })
    filter: ControllerFilter | null | undefined,
    @First('controllers') first: number | null | undefined,
    @After('controllers') after: string | null | undefined,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerConnectionRecord> {
    const selection = selectedFields(info);
    return await context.service.listControllers(context, {
      filter,
      first,
      after,
      fields: connectionControllerFields(selection),
      wantsItems: selection.has('edges') || selection.has('nodes') || selection.has('pageInfo'),
      wantsTotal: selection.has('totalCount'),
    });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() { guid }: ControllerRecord): string {
    return nodeId('Controller', guid);
  }

  @PermittedMutation('licenses.release', () => ReleaseControllerPayload, {
    description:
      'Remove the registration of a controller and free its seat. Its next check-in registers it again if there is a free seat. Fails with `NOT_FOUND` if the controller is not registered. Requires the role `admin`.',
    cost: 10,
  })
  async releaseController(
    @Arg('guid', () => ID, { description: 'GUID of the controller, case-insensitive.' }) guid: string,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ controller: ControllerRecord }> {
    const fields = controllerFields(selectedFields(info).below('controller'));
    return { controller: await context.service.releaseController(context, { guid, fields }) };
  }
}

/** Resolves an entity reference by key or global id; null if the controller is not registered. */
export function controllerReference(
  reference: { guid: string } | { id: string },
  context: LicensesContext,
  info: GraphQLResolveInfo,
): Promise<ControllerRecord | null> {
  const [guid = ''] =
    'id' in reference ? keyOfNodeId(reference.id, { type: 'Controller', parts: 1 }) : [reference.guid];
  return loadController(context, guid, controllerFields(selectedFields(info, 'Controller')));
}

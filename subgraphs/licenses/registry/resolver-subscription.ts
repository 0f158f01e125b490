import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, ID, Info, Resolver } from 'type-graphql';
import {
  PermittedQuery,
  PermittedSubscription,
  rejectSubscription,
  selectedFields,
} from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import { controllerFields, loadController } from './loaders.js';
import type { ControllerRecord } from './service/controller-record.js';
import { Controller } from './types.js';

/** The subscription to check-ins of controllers. */
@Resolver(() => Controller)
export class ControllerSubscriptionResolver {
  @PermittedSubscription('licenses.read', () => Controller, {
    description:
      'Send a controller when it checks in. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  controllerCheckedIn(): Controller {
    return rejectSubscription();
  }

  @PermittedQuery('licenses.read', () => [Controller], {
    nullable: 'itemsAndList',
    description:
      'Return the controllers with these GUIDs, in the order of the ids; null for each that is not registered.',
  })
  @Directive('@inaccessible')
  async checkedInControllers(
    @Arg('ids', () => [ID], { description: 'GUIDs of controllers.' }) ids: string[],
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<(ControllerRecord | null)[]> {
    const fields = controllerFields(selectedFields(info));
    return await Promise.all(ids.map((guid) => loadController(context, guid, fields)));
  }
}

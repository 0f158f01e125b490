import { Ctx, Directive, Resolver } from 'type-graphql';
import { dateOf } from '../../../platform/clock.js';
import { Input, PermittedMutation, PermittedQuery } from '../../../platform/graph/index.js';
import { maxItems } from '../../../platform/input-limits.js';
import type { AlertsContext } from '../context.js';
import { createView, deleteView, listViews, setDefaultView, updateView, type View } from './service.js';
import {
  AlertView,
  AlertViewPayload,
  CreateAlertViewInput,
  DeleteAlertViewInput,
  DeleteAlertViewPayload,
  SetDefaultAlertViewInput,
  SetDefaultAlertViewPayload,
  UpdateAlertViewInput,
} from './types.js';

@Resolver()
export class AlertViewResolver {
  @PermittedQuery('alerts.views', () => [AlertView], {
    description:
      'List your own views of alerts that are not shared, followed by all views that are shared with you; both are sorted by name.',
  })
  @Directive('@listSize(assumedSize: 20)')
  async alertViews(@Ctx() context: AlertsContext): Promise<AlertView[]> {
    return (await listViews(context)).map(viewOf);
  }

  @PermittedMutation('alerts.views', () => AlertViewPayload, {
    description: `Save a view of alerts. Limits: ${maxItems.views} views of your own that are not shared, ${maxItems.views} that are shared with each tenant, and ${maxItems.views} that are shared with the people who have a role for all tenants. Fails with \`CONFLICT\` if the name is taken.`,
    cost: 10,
  })
  async createAlertView(
    @Input(() => CreateAlertViewInput, 'Name and contents of the new view.') input: CreateAlertViewInput,
    @Ctx() context: AlertsContext,
  ): Promise<AlertViewPayload> {
    return { view: viewOf(await createView(context, input)) };
  }

  @PermittedMutation('alerts.views', () => AlertViewPayload, {
    description:
      'Rename a view, or replace its filter, order and columns. A shared view can be changed by any user who may share views with the same people, other views only by their owner. Fails with `CONFLICT` if the name is taken.',
    cost: 10,
  })
  async updateAlertView(
    @Input(() => UpdateAlertViewInput, 'Id of the view and its new values.') input: UpdateAlertViewInput,
    @Ctx() context: AlertsContext,
  ): Promise<AlertViewPayload> {
    return { view: viewOf(await updateView(context, input)) };
  }

  @PermittedMutation('alerts.views', () => DeleteAlertViewPayload, {
    description:
      'Delete a view. A shared view can be deleted by any user who may share views with the same people, other views only by their owner. If it was the default view of a user, that user then has no default view.',
    cost: 10,
  })
  async deleteAlertView(
    @Input(() => DeleteAlertViewInput, 'Id of the view to delete.') input: DeleteAlertViewInput,
    @Ctx() context: AlertsContext,
  ): Promise<DeleteAlertViewPayload> {
    return { id: await deleteView(context, input.id) };
  }

  @PermittedMutation('alerts.views', () => SetDefaultAlertViewPayload, {
    description: 'Set or remove your default view, which the console shows when the list of alerts is opened.',
    cost: 10,
  })
  async setDefaultAlertView(
    @Input(() => SetDefaultAlertViewInput, 'Id of the new default view; null to remove the default.')
    input: SetDefaultAlertViewInput,
    @Ctx() context: AlertsContext,
  ): Promise<SetDefaultAlertViewPayload> {
    const view = await setDefaultView(context, input.id);
    return { view: view && viewOf(view) };
  }
}

function viewOf(row: View): AlertView {
  const { id, name, parameters, isShared, tenantId, isDefault, canChange } = row;
  return {
    ...{ id, name, parameters, isShared, tenantId, isDefault, canChange },
    owner: { id: row.ownerId, name: row.ownerName },
    createdAt: dateOf(row.createdAtEpoch),
    updatedAt: dateOf(row.updatedAtEpoch),
  };
}

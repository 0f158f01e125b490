import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Info, Resolver } from 'type-graphql';
import { Input, PermittedMutation, selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { changedAlertFields } from './fields.js';
import { assignAlert, assignAlerts } from './service/assign-alerts.js';
import { type ChangeResult, changeAlertStatuses, submitVerdict, updateAlert } from './service/change-alerts.js';
import type { AlertRecord } from './service/read-alerts.js';
import {
  AssignAlertInput,
  AssignAlertPayload,
  AssignAlertsInput,
  AssignAlertsPayload,
  ChangeAlertStatusesInput,
  ChangeAlertStatusesPayload,
  SubmitVerdictInput,
  SubmitVerdictPayload,
  UpdateAlertInput,
  UpdateAlertPayload,
} from './types-changes.js';

@Resolver()
export class AlertChangesResolver {
  @PermittedMutation('alerts.triage', () => UpdateAlertPayload, {
    description:
      'Set the status of an alert and, optionally, its notes and actor. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 10,
  })
  async updateAlert(
    @Input(() => UpdateAlertInput, 'Id of the alert and its new values.') input: UpdateAlertInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ alert: AlertRecord }> {
    const fields = changedAlertFields(selectedFields(info).below('alert'));
    return { alert: await updateAlert(context, { ...input, fields }) };
  }

  @PermittedMutation('alerts.triage', () => SubmitVerdictPayload, {
    description:
      'Record the verdict of an analyst, and set the status to `RESOLVED` for a true positive or `FALSE_POSITIVE` for a false positive. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 10,
  })
  async submitVerdict(
    @Input(() => SubmitVerdictInput, 'Id of the alert and the verdict.') input: SubmitVerdictInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ alert: AlertRecord; isTruePositive: boolean }> {
    const fields = changedAlertFields(selectedFields(info).below('alert'));
    const alert = await submitVerdict(context, { ...input, fields });
    return { alert, isTruePositive: input.isTruePositive };
  }

  @PermittedMutation('alerts.triage', () => ChangeAlertStatusesPayload, {
    description:
      'Set the status of several alerts. Alerts that cannot be changed do not affect the others. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 100,
  })
  async changeAlertStatuses(
    @Input(() => ChangeAlertStatusesInput, 'Ids of the alerts and their new status.') input: ChangeAlertStatusesInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ results: ChangeResult[]; changedCount: number }> {
    const fields = changedAlertFields(selectedFields(info).below('results').below('alert'));
    return withCounts(await changeAlertStatuses(context, { ...input, fields }));
  }

  @PermittedMutation('alerts.discuss', () => AssignAlertPayload, {
    description: 'Assign an alert to a person or unassign it. Requires the role `analyst` or `admin`.',
    cost: 10,
  })
  async assignAlert(
    @Input(() => AssignAlertInput, 'Id of the alert and its new assignee.') input: AssignAlertInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ alert: AlertRecord }> {
    const fields = changedAlertFields(selectedFields(info).below('alert'));
    return { alert: await assignAlert(context, { ...input, fields }) };
  }

  @PermittedMutation('alerts.discuss', () => AssignAlertsPayload, {
    description:
      'Assign several alerts to a person or unassign them. Alerts that cannot be changed do not affect the others. Requires the role `analyst` or `admin`.',
    cost: 100,
  })
  async assignAlerts(
    @Input(() => AssignAlertsInput, 'Ids of the alerts and their new assignee.') input: AssignAlertsInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ results: ChangeResult[]; changedCount: number }> {
    const fields = changedAlertFields(selectedFields(info).below('results').below('alert'));
    return withCounts(await assignAlerts(context, { ...input, fields }));
  }
}

function withCounts(results: ChangeResult[]): { results: ChangeResult[]; changedCount: number } {
  const changed = new Set(results.flatMap((result) => (result.alert === null ? [] : [result.alert.id])));
  return { results, changedCount: changed.size };
}

import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, Info, Mutation, Resolver } from 'type-graphql';
import { selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { changedAlertFields } from './fields.js';
import { changeAlertStatuses, type StatusChangeResult, submitVerdict, updateAlert } from './service/change-alerts.js';
import type { AlertRecord } from './service/read-alerts.js';
import {
  ChangeAlertStatusesInput,
  ChangeAlertStatusesPayload,
  SubmitVerdictInput,
  SubmitVerdictPayload,
  UpdateAlertInput,
  UpdateAlertPayload,
} from './types-changes.js';

@Resolver()
export class AlertChangesResolver {
  @Mutation(() => UpdateAlertPayload, {
    description: 'Sets the status of an alert, and its notes when they are given. Not for the role `viewer`.',
  })
  @Directive('@cost(weight: 10)')
  async updateAlert(
    @Arg('input', () => UpdateAlertInput, { description: 'Which alert, and what becomes of it.' })
    input: UpdateAlertInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ alert: AlertRecord }> {
    const fields = changedAlertFields(selectedFields(info).below('alert'));
    return { alert: await updateAlert(context, { ...input, fields }) };
  }

  @Mutation(() => SubmitVerdictPayload, {
    description: 'Records the verdict of an analyst and moves the alert with it. Not for the role `viewer`.',
  })
  @Directive('@cost(weight: 10)')
  async submitVerdict(
    @Arg('input', () => SubmitVerdictInput, { description: 'Which alert, and the verdict.' }) input: SubmitVerdictInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ alert: AlertRecord; isTruePositive: boolean }> {
    const fields = changedAlertFields(selectedFields(info).below('alert'));
    const alert = await submitVerdict(context, { ...input, fields });
    return { alert, isTruePositive: input.isTruePositive };
  }

  @Mutation(() => ChangeAlertStatusesPayload, {
    description:
      'Sets the status of many alerts at once. Those that cannot be changed do not hinder the others. Not for the role `viewer`.',
  })
  @Directive('@cost(weight: 100)')
  async changeAlertStatuses(
    @Arg('input', () => ChangeAlertStatusesInput, { description: 'Which alerts, and their new status.' })
    input: ChangeAlertStatusesInput,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ results: StatusChangeResult[]; changedCount: number }> {
    const fields = changedAlertFields(selectedFields(info).below('results').below('alert'));
    const results = await changeAlertStatuses(context, { ...input, fields });
    const changed = new Set(results.flatMap((result) => (result.alert === null ? [] : [result.alert.id])));
    return { results, changedCount: changed.size };
  }
}

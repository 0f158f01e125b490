import { Ctx, Resolver } from 'type-graphql';
import { Input, PermittedMutation } from '../../../platform/graph/index.js';
import type { NotificationsContext } from '../context.js';
import { type ChangedRule, changeRule, createRule } from './service/change-rules.js';
import { removeRule, resendDead, rotateSecret, sendTest } from './service/operate-rules.js';
import type { DeliveryRecord, RuleRecord } from './service/records.js';
import {
  CreateNotificationRuleInput,
  NotificationRuleInput,
  NotificationRulePayload,
  NotificationSecretPayload,
  ResendNotificationsInput,
  ResendNotificationsPayload,
  RotateNotificationSecretInput,
  SendTestNotificationPayload,
  UpdateNotificationRuleInput,
} from './types-mutations.js';

@Resolver()
export class NotificationMutationResolver {
  @PermittedMutation('notifications.manage', () => NotificationSecretPayload, {
    description:
      'Create a notification rule; at most 100 rules. The rule sends events that occur after its creation. The secret of a webhook is returned only in this response. Requires the role `admin`.',
    cost: 10,
  })
  async createNotificationRule(
    @Input(() => CreateNotificationRuleInput, 'Name, event kinds, target and limits of the new rule.')
    input: CreateNotificationRuleInput,
    @Ctx() context: NotificationsContext,
  ): Promise<ChangedRule> {
    return await createRule(context.services, context, input);
  }

  @PermittedMutation('notifications.manage', () => NotificationRulePayload, {
    description:
      'Change, enable or disable a notification rule. A rule that becomes enabled sends only events that occur from then on. If the rule is enabled after the change, its pending messages are retried immediately or, during quiet hours, when these end. Requires the role `admin`.',
    cost: 10,
  })
  async updateNotificationRule(
    @Input(() => UpdateNotificationRuleInput, 'Id of the rule and its new values.') input: UpdateNotificationRuleInput,
    @Ctx() context: NotificationsContext,
  ): Promise<{ rule: RuleRecord }> {
    return { rule: await changeRule(context.services, context, input) };
  }

  @PermittedMutation('notifications.manage', () => NotificationRulePayload, {
    description: 'Delete a notification rule and its messages, including pending ones. Requires the role `admin`.',
    cost: 10,
  })
  async deleteNotificationRule(
    @Input(() => NotificationRuleInput, 'Id of the rule to delete.') input: NotificationRuleInput,
    @Ctx() context: NotificationsContext,
  ): Promise<{ rule: RuleRecord }> {
    return { rule: await removeRule(context.services, context, input) };
  }

  @PermittedMutation('notifications.manage', () => SendTestNotificationPayload, {
    description:
      'Queue a test message of a notification rule, which is sent after its pending messages. The throttle does not apply to it; quiet hours delay it only if other messages are pending. Fails with `CONFLICT` if the rule is disabled. Requires the role `admin`.',
    cost: 10,
  })
  async sendTestNotification(
    @Input(() => NotificationRuleInput, 'Id of the rule to test.') input: NotificationRuleInput,
    @Ctx() context: NotificationsContext,
  ): Promise<{ delivery: DeliveryRecord }> {
    return { delivery: await sendTest(context.services, context, input) };
  }

  @PermittedMutation('notifications.manage', () => NotificationSecretPayload, {
    description:
      'Create a new secret for a webhook. Messages are also signed with the old secrets for at most `oldValidSeconds`, so receivers can be updated without rejecting messages. Requires the role `admin`.',
    cost: 10,
  })
  async rotateNotificationSecret(
    @Input(() => RotateNotificationSecretInput, 'Id of the rule and validity of its old secrets.')
    input: RotateNotificationSecretInput,
    @Ctx() context: NotificationsContext,
  ): Promise<ChangedRule> {
    return await rotateSecret(context.services, context, input);
  }

  @PermittedMutation('notifications.manage', () => ResendNotificationsPayload, {
    description:
      'Queue dead messages of a notification rule again, with the same ids and in the original order. While the rule is disabled, they are not sent. Requires the role `admin`.',
    cost: 10,
  })
  async resendNotifications(
    @Input(() => ResendNotificationsInput, 'Id of the rule, and ids of the messages to send again.')
    input: ResendNotificationsInput,
    @Ctx() context: NotificationsContext,
  ): Promise<{ rule: RuleRecord; resent: number }> {
    return await resendDead(context.services, context, input);
  }
}

import { recordAudit } from '../../../../platform/audit/index.js';
import type { RequestContext } from '../../../../platform/caller.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { assertBetween, assertMaxItems, isUuid, maxItems } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { quoted } from '../../../../platform/quoted.js';
import { bodyFor, lockRules, newSigningSecret, testMessage } from '../../delivery/index.js';
import type { NotificationServices } from '../../dependencies.js';
import { deleteRule, insertDelivery, lockQueue, requeueDeliveries, selectDelivery } from '../repository/rules.js';
import type { ResendNotificationsInput, RotateNotificationSecretInput } from '../types-mutations.js';
import { type ChangedRule, requireRule, requireRuleRow, ruleObject, storeSecret } from './change-rules.js';
import { type DeliveryRecord, deliveryRecord, type RuleRecord } from './records.js';

/**
 * Deletes a rule with its deliveries.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown rule
 */
export async function removeRule(
  { database }: NotificationServices,
  request: RequestContext,
  { id }: { id: string },
): Promise<RuleRecord> {
  authorize(request.caller, 'notifications.manage');
  return await database.transaction(async (sql) => {
    await lockRules(sql);
    const rule = await requireRule(sql, id);
    await lockQueue(sql, { ruleId: rule.id });
    await deleteRule(sql, { id: rule.id });
    const { name, tenantId, target, address, pending } = rule;
    const before = { name, target, address, pending };
    await recordAudit(sql, request, {
      action: 'delete.notification-rule',
      object: ruleObject(rule.id),
      tenantId,
      before,
    });
    return rule;
  });
}

/**
 * Queues a test message, which is sent after the pending messages of the rule.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown rule; CONFLICT for a disabled rule
 */
export async function sendTest(
  { database, clock }: NotificationServices,
  request: RequestContext,
  { id }: { id: string },
): Promise<DeliveryRecord> {
  authorize(request.caller, 'notifications.manage');
  const now = clock.now();
  return await database.transaction(async (sql) => {
    const rule = await requireRuleRow(sql, id);
    if (!rule.isEnabled)
      throw new DomainError('CONFLICT', `The rule ${quoted(rule.name)} is disabled: enable it first`);
    const message = testMessage({ name: rule.name, at: now });
    const { type: kind, title } = message;
    const added = { ruleId: rule.id, kind, title, body: bodyFor(rule.target, message), now };
    const { id: deliveryId } = await insertDelivery(sql, added);
    const change = { object: ruleObject(rule.id), tenantId: rule.tenantId } as const;
    await recordAudit(sql, request, { action: 'test.notification-rule', ...change });
    const row = await selectDelivery(sql, { id: deliveryId });
    if (row === undefined) throw new Error('the added delivery was not found');
    return deliveryRecord(row);
  });
}

/**
 * Default and maximum of `oldValidSeconds`, the number of seconds during which messages are also signed with the old
 * secrets.
 */
const rotationLimits = { defaultSeconds: 86_400, maxSeconds: 2_592_000 } as const;

/**
 * Creates a new signing secret for a webhook. For at most `oldValidSeconds`, messages are also signed with the old
 * secrets.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown rule; BAD_USER_INPUT for a rule without a
 * signing secret
 */
export async function rotateSecret(
  services: NotificationServices,
  request: RequestContext,
  input: RotateNotificationSecretInput,
): Promise<ChangedRule> {
  authorize(request.caller, 'notifications.manage');
  const seconds = input.oldValidSeconds ?? rotationLimits.defaultSeconds;
  assertBetween({ name: 'oldValidSeconds', value: seconds, min: 0, max: rotationLimits.maxSeconds });
  const now = services.clock.now();
  return await services.database.transaction(async (sql) => {
    await lockRules(sql);
    const { id, target, name, tenantId } = await requireRuleRow(sql, input.id);
    if (target !== 'webhook') {
      throw invalidArgument(
        'id',
        `Only webhooks have a signing secret, but the target of the rule ${quoted(name)} is ${target}: use the id of a rule with the target webhook`,
      );
    }
    const secret = newSigningSecret();
    await storeSecret(services, sql, { ruleId: id, secret, now, othersExpireAt: now + seconds * 1000 });
    const change = { object: ruleObject(id), tenantId, after: { oldValidSeconds: seconds } } as const;
    await recordAudit(sql, request, { action: 'rotate.notification-secret', ...change });
    return { rule: await requireRule(sql, id), secret };
  });
}

/**
 * Sends dead messages of a rule again, with the same ids and in their original order.
 * @param input.deliveryIds ids of messages of the rule; those that are not dead are ignored. Null or absent: all dead
 * messages.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND for an unknown rule; BAD_USER_INPUT for more than 1000
 * ids
 */
export async function resendDead(
  { database, clock }: NotificationServices,
  request: RequestContext,
  input: ResendNotificationsInput,
): Promise<{ rule: RuleRecord; resent: number }> {
  authorize(request.caller, 'notifications.manage');
  assertMaxItems('deliveryIds', input.deliveryIds, maxItems.notifications);
  const ids = input.deliveryIds?.map((id) => id.replace(/^msg_/, '')).filter(isUuid) ?? null;
  return await database.transaction(async (sql) => {
    const { id: ruleId, tenantId } = await requireRuleRow(sql, input.ruleId);
    const { requeued } = await requeueDeliveries(sql, { ruleId, ids, now: clock.now() });
    const change = { object: ruleObject(ruleId), tenantId, after: { resent: requeued } } as const;
    await recordAudit(sql, request, { action: 'resend.notifications', ...change });
    return { rule: await requireRule(sql, ruleId), resent: requeued };
  });
}

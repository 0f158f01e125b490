import { webhookId } from '../../delivery/index.js';
import type { DeliveryRow, RuleRow } from '../repository/rules.js';

/** A notification rule with the field names of the GraphQL schema. */
export type RuleRecord = ReturnType<typeof ruleRecord>;

export function ruleRecord(row: RuleRow) {
  const { quietFrom: from, quietTo: to, timeZone, held, secretCreatedAt, ...rest } = row;
  const heldCount = Object.values(held?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    ...rest,
    throttle: { max: row.throttleMax, periodSeconds: row.throttleSeconds },
    quietHours: from !== null && to !== null && timeZone !== null ? { from, to, timeZone } : null,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    secretCreatedAt: secretCreatedAt === null ? null : new Date(secretCreatedAt),
    held: heldCount,
  };
}

/** A delivery with the field names of the GraphQL schema. */
export type DeliveryRecord = ReturnType<typeof deliveryRecord>;

export function deliveryRecord({ sequence: _, id, queuedAt, ...row }: DeliveryRow) {
  const dateOf = (time: number | null) => (time === null ? null : new Date(time));
  return {
    ...row,
    id: webhookId(id),
    queuedAt: new Date(queuedAt),
    attemptedAt: dateOf(row.attemptedAt),
    finishedAt: dateOf(row.finishedAt),
    retryAt: dateOf(row.retryAt),
  };
}

import { isIP } from 'node:net';
import type { TransactionSql } from 'postgres';
import { recordAudit } from '../../../../platform/audit/index.js';
import type { RequestContext } from '../../../../platform/caller.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { openEventCursor } from '../../../../platform/events/index.js';
import { assertStorableText, isUuid, maxCharacters } from '../../../../platform/input-limits.js';
import { isAllowedTarget, removeBrackets } from '../../../../platform/network/index.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { quoted } from '../../../../platform/quoted.js';
import { isTimeZone } from '../../../../platform/time-zone.js';
import { cursorName, lockRules, newSigningSecret } from '../../delivery/index.js';
import type { NotificationServices } from '../../dependencies.js';
import type { NotificationTarget } from '../../vocabulary.js';
import {
  countRules,
  insertRule,
  insertSecret,
  isNameTaken,
  type RuleRow,
  selectRule,
  updateRule,
} from '../repository/rules.js';
import {
  assertQuietTimes,
  maxRules,
  normalizeAddress,
  normalizeConditions,
  normalizeName,
  throttleLimits,
  validateKinds,
  validateThrottle,
} from '../rules/rule-input.js';
import type {
  CreateNotificationRuleInput,
  NotificationQuietHoursInput,
  UpdateNotificationRuleInput,
} from '../types-mutations.js';
import { type RuleRecord, ruleRecord } from './records.js';

/** A notification rule after a change, with its new secret if one was created. */
export interface ChangedRule {
  readonly rule: RuleRecord;
  /** The new secret that signs webhooks; null if none was created. It is never returned again. */
  readonly secret: string | null;
}

/**
 * Creates a notification rule for events from now on.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for invalid input; CONFLICT if another rule has the
 * name
 */
export async function createRule(
  services: NotificationServices,
  request: RequestContext,
  input: CreateNotificationRuleInput,
): Promise<ChangedRule> {
  authorize(request.caller, 'notifications.manage');
  const { tenantId = null, target } = input;
  assertStorableText('tenantId', tenantId, maxCharacters.tenantId);
  const address = addressOf(services, target, input.address);
  const throttle = validateThrottle(
    input.throttle ?? { max: throttleLimits.defaultMax, periodSeconds: throttleLimits.defaultSeconds },
  );
  const values = {
    name: normalizeName(input.name),
    kinds: validateKinds(input.kinds, tenantId),
    conditions: normalizeConditions(input.conditions ?? []),
    ...{ address: address.address, throttleMax: throttle.max, throttleSeconds: throttle.periodSeconds },
    ...quietColumns(input.quietHours ?? null),
    isEnabled: input.isEnabled ?? true,
  };
  const now = services.clock.now();
  return await services.database.transaction(async (sql) => {
    await lockRules(sql);
    await assertRoom(sql);
    await assertNewName(sql, values.name, null);
    const { id } = await insertRule(sql, { ...values, tenantId, target, now });
    const secret = target === 'webhook' ? newSigningSecret() : null;
    const secretToStore = secret ?? address.secret;
    if (secretToStore !== null)
      await storeSecret(services, sql, { ruleId: id, secret: secretToStore, now, othersExpireAt: now });
    if (values.isEnabled) await openEventCursor(sql, cursorName);
    const after = { ...values, target };
    await recordAudit(sql, request, { action: 'create.notification-rule', object: ruleObject(id), tenantId, after });
    return { rule: await requireRule(sql, id), secret };
  });
}

/**
 * Changes a notification rule. Null and absent fields are unchanged, except that null removes the quiet hours.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for invalid input; NOT_FOUND for an unknown rule;
 * CONFLICT if another rule has the name
 */
export async function changeRule(
  services: NotificationServices,
  request: RequestContext,
  input: UpdateNotificationRuleInput,
): Promise<RuleRecord> {
  authorize(request.caller, 'notifications.manage');
  const now = services.clock.now();
  return await services.database.transaction(async (sql) => {
    await lockRules(sql);
    const row = await requireRuleRow(sql, input.id);
    const address = input.address == null ? undefined : addressOf(services, row.target, input.address);
    const values = { ...changedValues(row, input), address: address?.address ?? row.address };
    if (values.name !== row.name) await assertNewName(sql, values.name, row.id);
    await updateRule(sql, { ...values, id: row.id, now });
    if (address?.secret != null) {
      await storeSecret(services, sql, { ruleId: row.id, secret: address.secret, now, othersExpireAt: now });
    }
    if (values.isEnabled) await openEventCursor(sql, cursorName);
    const { tenantId } = row;
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, row[name as keyof RuleRow]]));
    const change = { object: ruleObject(row.id), tenantId, before, after: values };
    await recordAudit(sql, request, { action: 'update.notification-rule', ...change });
    return await requireRule(sql, row.id);
  });
}

function changedValues(row: RuleRow, input: UpdateNotificationRuleInput) {
  const throttle = input.throttle == null ? null : validateThrottle(input.throttle);
  const quiet = input.quietHours === undefined ? row : quietColumns(input.quietHours);
  return {
    name: input.name == null ? row.name : normalizeName(input.name),
    kinds: input.kinds == null ? row.kinds : validateKinds(input.kinds, row.tenantId),
    conditions: input.conditions == null ? row.conditions : normalizeConditions(input.conditions),
    throttleMax: throttle?.max ?? row.throttleMax,
    throttleSeconds: throttle?.periodSeconds ?? row.throttleSeconds,
    ...{ quietFrom: quiet.quietFrom, quietTo: quiet.quietTo, timeZone: quiet.timeZone },
    isEnabled: input.isEnabled ?? row.isEnabled,
  };
}

function quietColumns(hours: NotificationQuietHoursInput | null) {
  if (hours === null) return { quietFrom: null, quietTo: null, timeZone: null };
  assertQuietTimes(hours);
  if (!isTimeZone(hours.timeZone)) {
    const message = `timeZone must be an IANA time zone, such as Europe/Berlin, not ${quoted(hours.timeZone)}`;
    throw invalidArgument('timeZone', message);
  }
  return { quietFrom: hours.from, quietTo: hours.to, timeZone: hours.timeZone };
}

/**
 * The address to show and the address to store as a secret. For Slack, these are the host and the URL.
 * @throws {DomainError} BAD_USER_INPUT for an invalid address, or for a private IP address if `allow_private` is false
 */
function addressOf(
  { settings }: NotificationServices,
  target: NotificationTarget,
  text: string,
): { address: string; secret: string | null } {
  const address = normalizeAddress(target, text, settings.allowPrivate);
  if (target === 'mail') return { address, secret: null };
  const { hostname, host } = new URL(address);
  const literal = removeBrackets(hostname);
  // Names are resolved and checked with each connection.
  if (isIP(literal) !== 0 && !isAllowedTarget(literal, settings)) {
    const message = `${literal} is not an allowed address: it must be public or, with [notifications] allow_private=true, private or loopback`;
    throw invalidArgument('address', message);
  }
  return target === 'slack' ? { address: host, secret: address } : { address, secret: null };
}

export async function storeSecret(
  { secretSeal }: NotificationServices,
  sql: TransactionSql,
  { secret, ...row }: { ruleId: string; secret: string; now: number; othersExpireAt: number },
): Promise<void> {
  await insertSecret(sql, { ...row, sealed: secretSeal.seal(secret) });
}

async function assertRoom(sql: TransactionSql): Promise<void> {
  const { total } = await countRules(sql, { tenants: null, search: null, isEnabled: null });
  if (total < maxRules) return;
  throw new DomainError('CONFLICT', `The maximum of ${maxRules} notification rules is reached: delete one first`);
}

async function assertNewName(sql: TransactionSql, name: string, exceptId: string | null): Promise<void> {
  if (!(await isNameTaken(sql, { name, exceptId }))) return;
  throw new DomainError('CONFLICT', `A notification rule is already named ${quoted(name)}: choose another name`);
}

/**
 * Reads the rule with this id.
 * @throws {DomainError} NOT_FOUND if it does not exist
 */
export async function requireRuleRow(sql: TransactionSql, id: string): Promise<RuleRow> {
  const row = isUuid(id) ? await selectRule(sql, { id }) : undefined;
  if (row !== undefined) return row;
  throw new DomainError('NOT_FOUND', `No notification rule has the id ${quoted(id)}`);
}

export async function requireRule(sql: TransactionSql, id: string): Promise<RuleRecord> {
  return ruleRecord(await requireRuleRow(sql, id));
}

export function ruleObject(id: string): `notification-rule:${string}` {
  return `notification-rule:${id}`;
}

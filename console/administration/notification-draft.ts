import type {
  CreateNotificationRuleInput,
  NotificationRuleListQuery,
  UpdateNotificationRuleInput,
} from '../generated/operations.js';
import { parseCommaList } from '../shared/comma-list.js';

export type RuleRow = NonNullable<NotificationRuleListQuery['notificationRules']>['nodes'][number];

export const kinds = [
  ...(['ALERT_OPENED', 'ALERT_CHANGED', 'ALERT_VERDICT', 'ZONE_IMPORTED', 'ZONE_IMPORT_FAILED'] as const),
  ...(['ZONE_PULL_FAILED', 'ZONE_STALE'] as const),
  ...(['INCIDENT_OPENED', 'INCIDENT_CHANGED', 'BRAND_HIT', 'BRAND_SCANNED'] as const),
  ...([
    'ACCOUNT_REQUESTED',
    'REGISTRATION_CHANGED',
    'CONTROLLER_REGISTERED',
    'CONTROLLER_REJECTED',
    'CONTROLLER_SEAT_FREED',
    'CONTROLLER_SILENT',
    'CONTROLLER_OUTDATED',
    'LICENSE_EXPIRING',
    'LICENSE_GRACE_ENDING',
    'LICENSE_SEATS_LOW',
    'DRIVE_SYNCED',
    'DRIVE_SYNC_FAILED',
    'DRIVE_MALWARE_FOUND',
    'DRIVE_MASS_CHANGE',
  ] as const),
] as const;
export const fields = [
  ...(['SEVERITY', 'STATUS', 'VERDICT', 'ENDPOINT', 'MODEL', 'PLATFORM', 'TECHNIQUE', 'ZONE', 'OUTCOME'] as const),
  ...(['BRAND', 'HIT_KIND', 'CAUSE', 'HOSTNAME', 'DEPARTMENT', 'SITE'] as const),
] as const;
export const targets = ['WEBHOOK', 'MAIL', 'SLACK'] as const;

/** The values of the form of a notification rule. Strings are the typed text. */
export interface RuleDraft {
  readonly name: string;
  readonly tenantId: string;
  readonly kinds: readonly (typeof kinds)[number][];
  readonly conditions: readonly { readonly field: (typeof fields)[number]; readonly values: string }[];
  readonly target: (typeof targets)[number];
  readonly address: string;
  readonly max: string;
  readonly minutes: string;
  readonly isQuiet: boolean;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export function blankDraft(): RuleDraft {
  return {
    ...{ name: '', tenantId: '', kinds: ['ALERT_OPENED'], conditions: [], target: 'WEBHOOK', address: '' },
    ...{ max: '60', minutes: '60', isQuiet: false, from: '22:00', to: '07:00' },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/**
 * The draft of an existing rule. The stored Slack URL is a secret, so the field is empty; an empty field keeps the
 * stored URL.
 */
export function draftOf(rule: RuleRow): RuleDraft {
  return {
    ...blankDraft(),
    ...{ name: rule.name, tenantId: rule.tenantId ?? '', kinds: rule.kinds, target: rule.target },
    conditions: rule.conditions.map(({ field, values }) => ({ field, values: values.join(', ') })),
    address: rule.target === 'SLACK' ? '' : rule.address,
    max: String(rule.throttle.max),
    minutes: String(rule.throttle.periodSeconds / 60),
    ...(rule.quietHours !== null && { isQuiet: true, ...rule.quietHours }),
  };
}

/** The fields that the inputs for creating and updating a rule have in common. */
function sharedInputOf(draft: RuleDraft) {
  const { from, to, timeZone } = draft;
  return {
    name: draft.name.trim(),
    kinds: [...draft.kinds],
    conditions: draft.conditions.map(({ field, values }) => ({
      field,
      values: parseCommaList(values),
    })),
    throttle: { max: Number(draft.max), periodSeconds: Math.round(Number(draft.minutes) * 60) },
    quietHours: draft.isQuiet ? { from, to, timeZone: timeZone.trim() } : null,
  };
}

export function createInputOf(draft: RuleDraft): CreateNotificationRuleInput {
  const { target, address, tenantId } = draft;
  const tenant = tenantId.trim() === '' ? {} : { tenantId: tenantId.trim() };
  return { ...sharedInputOf(draft), target, address: address.trim(), ...tenant };
}

/**
 * The input that changes a rule from its stored values to those of the form. Unchanged fields are omitted, so changes
 * that other people have made to them since remain.
 */
export function updateInputOf(stored: RuleDraft, draft: RuleDraft): Omit<UpdateNotificationRuleInput, 'id'> {
  const before: Partial<Record<string, unknown>> = inputOf(stored);
  const changed = Object.entries(inputOf(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}

function inputOf(draft: RuleDraft) {
  const address = draft.address.trim();
  return { ...sharedInputOf(draft), ...(address !== '' && { address }) };
}

import type { NotificationKindName } from '../../platform/notification-source.js';

/** Kinds of events that a rule can send, spelled as in messages. */
export const NotificationKind = {
  ALERT_OPENED: 'alert.opened',
  ALERT_CHANGED: 'alert.changed',
  ALERT_VERDICT: 'alert.verdict',
  INCIDENT_OPENED: 'incident.opened',
  INCIDENT_CHANGED: 'incident.changed',
  ZONE_IMPORTED: 'zone.imported',
  ZONE_IMPORT_FAILED: 'zone.import_failed',
  BRAND_HIT: 'brand.hit',
  BRAND_SCANNED: 'brand.scanned',
  ZONE_PULL_FAILED: 'zone.pull_failed',
  ZONE_STALE: 'zone.stale',
  ACCOUNT_REQUESTED: 'account.requested',
  REGISTRATION_CHANGED: 'registration.changed',
  CONTROLLER_REGISTERED: 'controller.registered',
  CONTROLLER_REJECTED: 'controller.rejected',
  CONTROLLER_SEAT_FREED: 'controller.seat_freed',
  CONTROLLER_SILENT: 'controller.silent',
  CONTROLLER_OUTDATED: 'controller.outdated',
  LICENSE_EXPIRING: 'license.expiring',
  LICENSE_GRACE_ENDING: 'license.grace_ending',
  LICENSE_SEATS_LOW: 'license.seats_low',
  DRIVE_SYNCED: 'drive.synced',
  DRIVE_SYNC_FAILED: 'drive.sync_failed',
  DRIVE_MALWARE_FOUND: 'drive.malware_found',
  DRIVE_MASS_CHANGE: 'drive.mass_change',
} as const satisfies Record<string, NotificationKindName>;
export type NotificationKind = (typeof NotificationKind)[keyof typeof NotificationKind];

/** Kinds of events that belong to a tenant. A rule of one tenant can send only these. */
export const tenantKinds: readonly NotificationKind[] = [
  ...(['alert.opened', 'alert.changed', 'alert.verdict'] as const),
  ...(['incident.opened', 'incident.changed'] as const),
  ...(['brand.hit', 'brand.scanned', 'registration.changed'] as const),
];

/** Fields of events by which rules filter, spelled as in messages. */
export const NotificationField = {
  SEVERITY: 'severity',
  STATUS: 'status',
  VERDICT: 'verdict',
  ENDPOINT: 'endpoint',
  MODEL: 'model',
  PLATFORM: 'platform',
  TECHNIQUE: 'techniques',
  ZONE: 'zone',
  BRAND: 'brand',
  HIT_KIND: 'hitKind',
  OUTCOME: 'outcome',
  CAUSE: 'cause',
  HOSTNAME: 'hostname',
  DEPARTMENT: 'department',
  SITE: 'site',
} as const;
export type NotificationField = (typeof NotificationField)[keyof typeof NotificationField];

/** Kind of target to which a rule sends messages. */
export const NotificationTarget = { WEBHOOK: 'webhook', MAIL: 'mail', SLACK: 'slack' } as const;
export type NotificationTarget = (typeof NotificationTarget)[keyof typeof NotificationTarget];

/** Status of a delivery. */
export const DeliveryStatus = { PENDING: 'pending', DELIVERED: 'delivered', DEAD: 'dead' } as const;
export type DeliveryStatus = (typeof DeliveryStatus)[keyof typeof DeliveryStatus];

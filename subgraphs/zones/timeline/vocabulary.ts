export const DomainEventKind = {
  FIRST_SEEN: 'first_seen',
  RETURNED: 'returned',
  REMOVED: 'removed',
  MOVED: 'moved',
  REGISTERED: 'registered',
  CHANGED: 'changed',
  TRANSFERRED: 'transferred',
  EXPIRES: 'expires',
  DOSSIER_KEPT: 'dossier_kept',
  DOSSIER_CHANGED: 'dossier_changed',
  HIT_FOUND: 'hit_found',
  HIT_REOPENED: 'hit_reopened',
  HIT_DISMISSED: 'hit_dismissed',
  HIT_CONFIRMED: 'hit_confirmed',
  HIT_OPENED: 'hit_opened',
} as const;
export type DomainEventKind = (typeof DomainEventKind)[keyof typeof DomainEventKind];

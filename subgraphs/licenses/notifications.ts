import { type NotificationSource, plainSource } from '../../platform/notification-source.js';

/** The statement of a check-in writes this shape. */
interface CheckInEvent {
  readonly guid: string;
  readonly hostname: string;
  readonly version: string;
  readonly department: string | null;
  readonly isNew: boolean;
}

const checkInSource = plainSource({
  eventType: 'check-ins',
  kinds: ['controller.registered'],
  occurrenceOf({ guid, isNew, ...facts }: CheckInEvent) {
    if (!isNew) return undefined;
    const title = `Controller ${facts.hostname} was registered`;
    return { kind: 'controller.registered', tenantId: null, id: guid, title, facts };
  },
});

/** The trigger on `refusal` writes this shape, for the first refusal of an hour by endpoint and cause. */
interface RefusalEvent {
  readonly hour: number;
  readonly endpoint: string;
  readonly cause: string;
}

const refusalSource = plainSource({
  eventType: 'refusals',
  kinds: ['controller.refused'],
  occurrenceOf({ hour, endpoint, cause }: RefusalEvent) {
    const reason = cause === 'no_seat' ? 'all seats of the license are taken' : cause.replaceAll('_', ' ');
    const title = `A controller was refused (${reason}); the first one of this hour`;
    const since = new Date(hour * 1000).toISOString();
    return { kind: 'controller.refused', tenantId: null, id: `${since}/${cause}`, title, facts: { cause, endpoint } };
  },
});

export const licenseNotifications: readonly NotificationSource[] = [checkInSource, refusalSource];

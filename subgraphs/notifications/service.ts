import type { JobDefinition } from '../../platform/jobs.js';
import { createEmailSender } from '../../platform/mail.js';
import type { NotificationSource } from '../../platform/notification-source.js';
import type { Platform } from '../../platform/subgraph.js';
import {
  createSecretSeal,
  createTargetSender,
  readTotals,
  startSending,
  sweepDeliveriesJob,
} from './delivery/index.js';
import type { NotificationDependencies, NotificationServices } from './dependencies.js';

/** Sending in this process. */
export interface NotificationWork {
  readonly jobs: readonly JobDefinition[];
  /** Begins to send; returns a function that stops it. */
  start(): () => Promise<void>;
}

/**
 * Sends the messages of all rules. It needs only the database, so it runs in every process that processes jobs.
 * @param platform.notificationSources what the domains can notify of
 */
export function createNotificationWork(
  platform: Platform & { readonly notificationSources: readonly NotificationSource[] },
): NotificationWork {
  const dependencies = notificationDependencies(platform);
  return { jobs: [sweepDeliveriesJob(dependencies)], start: () => startSending(dependencies) };
}

export function notificationServices({
  configuration: { notifications: settings },
  database,
  clock,
}: Pick<Platform, 'configuration' | 'database' | 'clock'>): NotificationServices {
  return { database, clock, settings, secretSeal: createSecretSeal(settings.encryptionKey) };
}

export function notificationDependencies(
  platform: Platform & { readonly notificationSources: readonly NotificationSource[] },
): NotificationDependencies {
  const { configuration, log, notificationSources: sources } = platform;
  return {
    ...notificationServices(platform),
    ...{ log, sources },
    targets: createTargetSender(configuration.notifications),
    mails: createEmailSender(configuration),
    random: Math.random,
  };
}

/** Numbers of messages for metrics. */
export type NotificationTotals = Awaited<ReturnType<typeof readTotals>>;

/** Reads the numbers of messages of all rules. */
export async function notificationTotals({
  database,
  clock,
}: Pick<Platform, 'database' | 'clock'>): Promise<NotificationTotals> {
  return await database.reserved.guard((sql) => readTotals(sql, { now: clock.now() }));
}

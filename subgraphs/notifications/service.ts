import type { JobDefinition } from '../../platform/jobs.js';
import { createEmailSender } from '../../platform/mail.js';
import type { NotificationSource } from '../../platform/notification-source.js';
import type { MetricsSource, Platform } from '../../platform/subgraph.js';
import {
  createSecretSeal,
  createTargetSender,
  readTotals,
  startSending,
  sweepDeliveriesJob,
} from './delivery/index.js';
import type { NotificationDependencies, NotificationServices } from './dependencies.js';

/** The background jobs that send notifications. */
export interface NotificationJobs {
  readonly jobs: readonly JobDefinition[];
  /** Starts routing and sending. Returns a function that stops both. */
  start(): () => Promise<void>;
}

/**
 * Creates the jobs that send the messages of all rules. They run in the process with the gateway, because they need
 * only the database and the settings of notifications and emails.
 * @param platform.notificationSources the notification sources of all domains
 */
export function createNotificationJobs(
  platform: Platform & { readonly notificationSources: readonly NotificationSource[] },
): NotificationJobs {
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

/** Message counts for metrics. */
export type NotificationTotals = Awaited<ReturnType<typeof readTotals>>;

/** Reads the message counts of all rules. */
export async function notificationTotals({
  database,
  clock,
}: Pick<MetricsSource, 'database' | 'clock'>): Promise<NotificationTotals> {
  return await database.reserved.guard((sql) => readTotals(sql, { now: clock.now() }));
}

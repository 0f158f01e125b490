export enum SyncTrigger {
  NOTIFICATION = 'notification',
  POLL = 'poll',
  REQUEST = 'request',
  RETRY = 'retry',
}

export enum SyncOutcome {
  RUNNING = 'running',
  DONE = 'done',
  FAILED = 'failed',
  /** The process ended before the sync was complete; the next sync resumes it. */
  INTERRUPTED = 'interrupted',
}

export enum SubscriptionState {
  /** The subscription is requested, but not confirmed yet. */
  CREATING = 'creating',
  ACTIVE = 'active',
  REMOVED = 'removed',
}

/** Permissions that the application requires, with admin consent (specification, part B, section 2). */
export enum DrivePermission {
  SITES_READ = 'Sites.Read.All',
  SITES_MANAGE = 'Sites.Manage.All',
  FILES_READ = 'Files.Read.All',
}

export enum SubscriptionHealth {
  /**
   * There is no subscription, because no notification_url is set or the site is not connected; changes are found by
   * polling.
   */
  OFF = 'off',
  /** There is no subscription yet. */
  MISSING = 'missing',
  ACTIVE = 'active',
  /** The subscription is due for renewal. */
  RENEWING = 'renewing',
  EXPIRED = 'expired',
  /** The last attempt to create or renew the subscription failed. */
  FAILING = 'failing',
}

export enum CircuitState {
  CLOSED = 'closed',
  /** Jobs send no requests to the site. */
  OPEN = 'open',
  /** The next sync shows whether the site responds again. */
  HALF_OPEN = 'half_open',
}

/**
 * Job that synchronizes a site after notifications were received, or on request. Payload: `{ siteId, isRequested }`.
 */
export const syncJobName = 'drive.sync';

/** Job that creates, renews or replaces the subscription of a site if that is due. Payload: `{ siteId }`. */
export const subscriptionJobName = 'drive.subscription';

/** Job that runs every minute and performs the due work of all sites: subscriptions, polls and downloads. */
export const tickJobName = 'drive.tick';

/** Job that deletes the files of contents that no item references. */
export const sweepJobName = 'drive.sweep';

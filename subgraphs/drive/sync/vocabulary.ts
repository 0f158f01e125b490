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
  /** The process ended before the sync did; the next sync resumes it. */
  INTERRUPTED = 'interrupted',
}

export enum SubscriptionState {
  /** Requested, not confirmed yet. */
  CREATING = 'creating',
  ACTIVE = 'active',
  REMOVED = 'removed',
}

/** Specification, part B, section 2: permissions of the application, admin consent granted. */
export enum DrivePermission {
  SITES_READ = 'Sites.Read.All',
  SITES_MANAGE = 'Sites.Manage.All',
  FILES_READ = 'Files.Read.All',
}

export enum SubscriptionHealth {
  /** No subscription, because no notification_url is set or the site is not connected: changes are found by polling. */
  OFF = 'off',
  /** There is no subscription yet. */
  MISSING = 'missing',
  ACTIVE = 'active',
  /** A renewal is due. */
  RENEWING = 'renewing',
  EXPIRED = 'expired',
  /** The last attempt to create or renew it failed. */
  FAILING = 'failing',
}

export enum CircuitState {
  CLOSED = 'closed',
  /** No requests are sent. */
  OPEN = 'open',
  /** The next sync shows whether the site responds again. */
  HALF_OPEN = 'half_open',
}

/** Synchronizes a site when notifications were received, or on request. Payload: `{ siteId, isRequested }`. */
export const syncJob = 'drive.sync';

/** Renews or replaces the subscription of a site when that is due. Payload: `{ siteId }`. */
export const subscriptionJob = 'drive.subscription';

/** Runs due work every minute: subscription, poll, downloads. */
export const tickJob = 'drive.tick';

/** Deletes the files of contents that no item references. */
export const sweepJob = 'drive.sweep';

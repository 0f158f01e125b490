/**
 * The job that removes what other domains have stored about alerts that were removed; its payload is
 * {@link RemovedAlerts}.
 */
export const removedAlertsJob = 'drive.remove-evidence';

export interface RemovedAlerts {
  readonly alertIds: readonly string[];
}

/** The job that removes another domain's data about removed alerts; its payload is {@link RemovedAlerts}. */
export const removeEvidenceJobName = 'drive.remove-evidence';

export interface RemovedAlerts {
  readonly alertIds: readonly string[];
}

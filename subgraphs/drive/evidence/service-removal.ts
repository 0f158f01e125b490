import type { JobDefinition } from '../../../platform/jobs.js';
import { type RemovedAlerts, removeEvidenceJobName } from '../../../platform/removed-alerts.js';
import type { DriveDependencies } from '../dependencies.js';
import { deleteEvidenceOfAlerts } from './repository.js';

/** The job that deletes the evidence links of removed alerts. The audit log retains who linked which item. */
export function evidenceJob({ database }: Pick<DriveDependencies, 'database'>): JobDefinition {
  return {
    name: removeEvidenceJobName,
    async run(payload) {
      const { alertIds } = payload as RemovedAlerts; // Only the alerts domain adds this job.
      await database.guard((sql) => deleteEvidenceOfAlerts(sql, { alertIds: [...alertIds] }));
    },
  };
}

import { systemRequest } from '../../../../platform/audit/index.js';
import {
  type HandedInferences,
  type ImportedInferences,
  importHandedJob,
} from '../../../../platform/handed-inferences.js';
import { addJob, type JobDefinition } from '../../../../platform/jobs.js';
import type { Logger } from '../../../../platform/log.js';
import type { AlertDependencies } from '../../dependencies.js';
import { checkInference, graphNames } from '../rules/inference.js';
import { BatchImporter } from './import-batch.js';

/** Imports inferences of other domains, like those of any detector, and reports their alerts. */
export function handedInferencesJob(dependencies: AlertDependencies, log: Logger): JobDefinition {
  return {
    name: importHandedJob,
    async run(payload) {
      const { inferences, reportTo } = payload as HandedInferences; // Other domains add this job.
      const valid = inferences.flatMap((handed) => {
        const check = checkInference({ ...handed, prediction: 'attack', numNodes: 0, numEdges: 0 }, graphNames);
        if ('inference' in check) return [check.inference];
        log.warn(
          { inferenceId: handed.inferenceId, errors: check.errors },
          'an inference of another domain is invalid',
        );
        return [];
      });
      const folded = await new BatchImporter({ ...dependencies, ...systemRequest }).import(valid);
      const alertOf = new Map(folded.map(({ alertId }, position) => [valid[position]?.inferenceId, alertId]));
      const report: ImportedInferences = {
        alerts: inferences.map(({ inferenceId }) => ({ inferenceId, alertId: alertOf.get(inferenceId) ?? null })),
      };
      await dependencies.store.transaction((sql) => addJob(sql, { name: reportTo, payload: report }));
    },
  };
}

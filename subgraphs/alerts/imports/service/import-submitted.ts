import { systemRequest } from '../../../../platform/audit/index.js';
import { fieldSet } from '../../../../platform/field-set.js';
import { addJob, type JobDefinition } from '../../../../platform/jobs.js';
import type { Logger } from '../../../../platform/log.js';
import {
  type ImportedInferences,
  importSubmittedJobName,
  type SubmittedInference,
  type SubmittedInferences,
} from '../../../../platform/submitted-inferences.js';
import type { AlertDependencies } from '../../dependencies.js';
import { selectEndpoints } from '../../endpoints/index.js';
import { Platform } from '../../vocabulary.js';
import { checkInference, graphNames } from '../rules/inference.js';
import { BatchImporter } from './import-batch.js';

/**
 * The job that imports inferences submitted by other domains, as if a detector had sent them, and reports their alerts.
 */
export function submittedInferencesJob(dependencies: AlertDependencies, log: Logger): JobDefinition {
  return {
    name: importSubmittedJobName,
    async run(payload) {
      const { inferences, reportTo } = payload as SubmittedInferences; // Other domains add this job with this payload.
      const platforms = await knownPlatforms(dependencies, inferences);
      const valid = inferences.flatMap((submitted) => {
        const platform = submitted.platform ?? platforms.get(keyOf(submitted)) ?? Platform.LINUX;
        const input = { ...submitted, platform, prediction: 'attack', numNodes: 0, numEdges: 0 };
        const check = checkInference(input, graphNames);
        if ('inference' in check) return [check.inference];
        log.warn(
          { inferenceId: submitted.inferenceId, errors: check.errors },
          'an inference that Rampart created for a brand or a document site is invalid and was not imported',
        );
        return [];
      });
      const deduplicated = await new BatchImporter({ ...dependencies, ...systemRequest }).import(valid);
      const alertOf = new Map(deduplicated.map(({ alertId }, position) => [valid[position]?.inferenceId, alertId]));
      const report: ImportedInferences = {
        alerts: inferences.map(({ inferenceId }) => ({ inferenceId, alertId: alertOf.get(inferenceId) ?? null })),
      };
      await dependencies.store.transaction((sql) => addJob(sql, { name: reportTo, payload: report }));
    },
  };
}

/** For inferences without a platform, the platforms of their endpoints, if known, by tenant and endpoint. */
async function knownPlatforms({ store }: AlertDependencies, inferences: readonly SubmittedInference[]) {
  const keys = inferences
    .filter(({ platform }) => platform === null)
    .map(({ tenantId, endpointId }) => ({ tenantId, hostname: endpointId }));
  if (keys.length === 0) return new Map<string, Platform>();
  const found = await store.run((sql) => selectEndpoints(sql, { keys, fields: fieldSet(['platform']) }));
  return new Map(
    found.map(({ tenantId, hostname, platform }) => [keyOf({ tenantId, endpointId: hostname }), platform]),
  );
}

function keyOf({ tenantId, endpointId }: Pick<SubmittedInference, 'tenantId' | 'endpointId'>): string {
  return JSON.stringify([tenantId, endpointId]);
}

import {
  type FindHostsPayload,
  type FoundHosts,
  findHostsJobNames,
  maxHostsOfName,
} from '../../../platform/find-hosts-jobs.js';
import { addJob, type JobDefinition } from '../../../platform/jobs.js';
import type { AlertDependencies } from '../dependencies.js';
import { selectEndpointsByNames } from './repository.js';

/**
 * The job that receives hostnames from another subgraph, and reports the endpoints with these hostnames or in their
 * subdomains.
 */
export function findHostsJob({ store }: Pick<AlertDependencies, 'store'>): JobDefinition {
  return {
    name: findHostsJobNames.alerts,
    async run(payload) {
      // Other domains add this job with this payload.
      const { names, ownInferences, reportTo } = payload as FindHostsPayload;
      const hosts: FoundHosts['hosts'][number][] = [];
      for (const [tenantId, requested] of Map.groupBy(names, (name) => name.tenantId)) {
        const query = {
          ...{ names: requested.map(({ name }) => name), tenants: [tenantId], hasOpenAlerts: null },
          ...{ first: maxHostsOfName, fields: { names: [], key: '' }, withSubdomains: true },
          exceptInferences: ownInferences,
        };
        for (const { position, hostname } of await store.run((sql) => selectEndpointsByNames(sql, query))) {
          const request = requested[position];
          if (request !== undefined) hosts.push({ id: request.id, hostname });
        }
      }
      if (hosts.length === 0) return;
      const found: FoundHosts = { hosts };
      await store.transaction((sql) => addJob(sql, { name: reportTo, payload: found }));
    },
  };
}

import type { Database } from '../../../../platform/database/index.js';
import {
  type FindHostsPayload,
  type FoundHosts,
  findHostsJobNames,
  maxHostsOfName,
} from '../../../../platform/find-hosts-jobs.js';
import { addJob, type JobDefinition } from '../../../../platform/jobs.js';
import { selectControllersByNames } from '../repository/controllers.js';
import { controllerFieldsFor } from './controller-record.js';

const hostname = controllerFieldsFor(['lastHostname']);

/**
 * The job that receives hostnames from another subgraph, and reports the controllers with these hostnames or in their
 * subdomains.
 */
export function findHostsJob({ database }: { readonly database: Database }): JobDefinition {
  return {
    name: findHostsJobNames.licenses,
    async run(payload) {
      const { names, reportTo } = payload as FindHostsPayload; // Other domains add this job with this payload.
      const query = {
        ...{ names: names.map(({ name }) => name), first: maxHostsOfName, withSubdomains: true },
        fields: hostname,
      };
      const rows = await database.guard((sql) => selectControllersByNames(sql, query));
      const hosts = rows.flatMap(({ position, lastHostname }) => {
        const name = names[position];
        return name === undefined || lastHostname === undefined
          ? []
          : [{ id: name.id, hostname: lastHostname.toLowerCase() }];
      });
      if (hosts.length === 0) return;
      const found: FoundHosts = { hosts };
      await database.transaction((sql) => addJob(sql, { name: reportTo, payload: found }));
    },
  };
}

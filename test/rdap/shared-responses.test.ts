import { expect, test } from 'vitest';
import type { Database } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { RegistryServers } from '../../subgraphs/zones/rdap/service/registry-servers.js';
import { SharedResponses } from '../../subgraphs/zones/rdap/service/shared-responses.js';

/** A database that responds in the same turn: nothing is stored, and the lease is free. */
function immediateDatabase(): Database {
  const unsafe = (text: string) => ({
    values: () => ({
      async forEach(onRow: (values: unknown[]) => void) {
        if (text.startsWith('insert into "zones"."rdap_lease"')) onRow(['example.com']);
        return { columns: [] };
      },
    }),
  });
  const guard = async (work: (sql: unknown) => Promise<unknown>) =>
    await work({ unsafe, typed: (values: unknown) => values });
  return { guard } as unknown as Database; // The code under test uses nothing else.
}

test('concurrent cache misses make one request, and share its failure', async () => {
  const clock = { now: () => 0 };
  const database = immediateDatabase();
  const servers = new RegistryServers({ database, clock, probeMs: 1000 });
  const responses = new SharedResponses({ database, clock, servers, leaseMs: 1000 });
  let requested = 0;
  let count = 0;
  const request = {
    ...{ domain: 'example.com', base: 'https://rdap.example/' },
    async reserve() {
      count++;
      return async () => {
        count--;
      };
    },
    async fetchResponse(): Promise<never> {
      requested++;
      throw new DomainError('UPSTREAM_FAILED', 'The registry returned 500');
    },
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => responses.get(request)));
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'rejected'));
  expect({ requested, counted: count }).toEqual({ requested: 1, counted: 0 });
});

import type { GraphQLObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { edges } from './edges.js';
import { type CommandPlatform, sendRequest } from './environment.js';
import { missingFields } from './missing-fields.js';

/** The fields that are missing while a domain is unavailable: its root fields, and edges to its entities. */
const missingFieldsByDomain: Readonly<Record<string, readonly string[]>> = {
  alerts: [
    'Controller.endpoints',
    'Domain.endpoints',
    'DriveEvidence.alert',
    'DriveItem.alerts',
    'Query.alerts',
    'Query.endpoints',
  ],
  zones: ['Alert.brandHits', 'Endpoint.domain', 'Query.domain'],
  licenses: ['Domain.controllers', 'Endpoint.controllers', 'Query.controllers'],
  drive: ['Alert.evidence', 'Endpoint.evidence', 'Query.driveSites'],
};

/** Declares the tests of missing fields and their errors while a domain is unavailable. */
export function testAbsentDomains(platform: CommandPlatform): void {
  describe.each(Object.keys(missingFieldsByDomain))('while %s is unavailable', (unavailable) => {
    const operations = [
      ...edges.map(([, operation, , fetches]) => ({ operation, fetches })),
      {
        operation: '{ domain(name: "northwind.example") { name endpoints { hostname } controllers { guid } } }',
        fetches: 'zones alerts licenses',
      },
    ];

    test('a response lacks only the data of that domain, and contains an error', async () => {
      const graph = platform.without(unavailable);
      const query = graph.apiSchema.getQueryType() as GraphQLObjectType; // Every graph has a query type.
      const seenIds = new Set<string>();
      for (const { operation, fetches } of operations) {
        const { data: completeData } = await sendRequest(platform, operation);
        const { data: rest, errors } = await sendRequest({ graph }, operation);
        const missing = missingFields(query, completeData ?? {}, rest ?? {});
        const isNeeded = fetches.split(' ').includes(unavailable);
        expect([operation, missing.length > 0]).toEqual([operation, isNeeded]);
        expect(errors?.map(({ extensions }) => extensions)).toEqual(
          isNeeded ? [{ code: 'SERVICE_UNAVAILABLE', subgraph: unavailable }] : undefined,
        );
        for (const field of missing) seenIds.add(field);
      }
      expect([...seenIds].toSorted()).toEqual(missingFieldsByDomain[unavailable]);
    });
  });
}

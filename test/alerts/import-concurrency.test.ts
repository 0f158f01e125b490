import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { importLines } from '../../subgraphs/alerts/imports/service/import-lines.js';
import { changeAlertStatuses } from '../../subgraphs/alerts/triage/service/change-alerts.js';
import type { AlertRow } from '../../subgraphs/alerts/triage/service/read-alerts.js';
import {
  alertsOf,
  describeAlertWorld,
  importAll,
  importStream,
  inference,
  start,
  type WireInference,
} from './support/alert-world.js';

const world = describeAlertWorld({ RAMPART_DATABASE_POOL_SIZE: '60' });

/** Inferences with distinct times and scores, in one window per endpoint, so their order does not matter. */
function overlappingInferences(tenant_id: string, count: number): WireInference[] {
  return Array.from({ length: count }, (_, index) =>
    inference({
      tenant_id,
      inference_id: `i-${index}`,
      endpoint_id: `host-${index % 20}`,
      timestamp: start + Math.floor(index / 20) * 7,
      attack_prob: 0.5 + (((index * 7919) % count) / count) * 0.5,
      ttp_techniques: [`T${index % 5}`],
      num_nodes: index,
    }),
  );
}

/** An alert without the fields that depend on the order of arrival. */
function comparableFields(alert: AlertRow) {
  const { id, tenantId, createdAtEpoch, updatedAtEpoch, inferenceIds, ttpTechniques, ...rest } = alert;
  return { ...rest, inferenceIds: inferenceIds.toSorted(), ttpTechniques: ttpTechniques.toSorted() };
}

function byEndpoint(alerts: AlertRow[]) {
  return alerts.map(comparableFields).toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
}

describe('50 concurrent imports', () => {
  test('of overlapping inferences have the same result as one import', async () => {
    const inferences = overlappingInferences('concurrent', 1000);
    await importAll(
      world.alerts,
      inferences.map((fixture) => ({ ...fixture, tenant_id: 'sequential' })),
    );
    // Each writer has 60 inferences; its last 40 are also the first of its neighbors.
    const writers = Array.from({ length: 50 }, (_, writer) =>
      Array.from({ length: 60 }, (_, index) => inferences[(writer * 20 + index) % 1000] as WireInference),
    );
    const results = await Promise.all(writers.map((batch) => importAll(world.alerts, batch)));
    const outcomes = results.flatMap((result) => result.results);
    expect(outcomes.filter((result) => result.outcome === 'opened')).toHaveLength(20);
    expect(outcomes.filter((result) => result.outcome === 'repeated')).toHaveLength(2000);
    const concurrent = await alertsOf(world, 'concurrent');
    expect(byEndpoint(concurrent)).toEqual(byEndpoint(await alertsOf(world, 'sequential')));
    // A repeated inference returns the alert that it belongs to.
    const alertOf = new Map(concurrent.flatMap((alert) => alert.inferenceIds.map((id) => [id, alert.id])));
    for (const result of outcomes) expect(result.alertId).toBe(alertOf.get(result.inferenceId));
  });

  test('preserve concurrent changes and do not deadlock', async () => {
    const tenant_id = 'analysts';
    await importAll(world.alerts, overlappingInferences(tenant_id, 100));
    const ids = (await alertsOf(world, tenant_id)).map((alert) => alert.id);
    const imports = Array.from({ length: 20 }, (_, writer) =>
      importAll(
        world.alerts,
        overlappingInferences(tenant_id, 100).map((fixture) => ({
          ...fixture,
          inference_id: `${writer}-${fixture.inference_id}`,
        })),
      ),
    );
    const changes = Array.from({ length: 20 }, (_, round) =>
      changeAlertStatuses(world.as(), {
        ids: round % 2 === 0 ? ids : ids.toReversed(),
        status: 'investigating',
        notes: `round ${round}`,
        fields: { names: [], key: '' },
      }),
    );
    await Promise.all([...imports, ...changes]);
    const alerts = await alertsOf(world, tenant_id);
    expect(alerts).toHaveLength(20);
    expect(new Set(alerts.map((alert) => alert.status))).toEqual(new Set(['investigating']));
    expect(alerts.flatMap((alert) => alert.inferenceIds)).toHaveLength(2100);
  });
});

describe('an interrupted import', () => {
  test('has the same result as an uninterrupted one when it is repeated', async () => {
    const stream = (tenant_id: string) =>
      Array.from({ length: 25_000 }, (_, index) =>
        inference({
          tenant_id,
          inference_id: `i-${index}`,
          endpoint_id: `host-${index % 300}`,
          timestamp: start + ((index * 7919) % 25_000) * 40,
          attack_prob: ((index * 104_729) % 1000) / 1000,
        }),
      );
    const completeImport = await importStream(world.alerts, stream('whole'));
    const broken = new Readable({ read: () => {} });
    broken.push(
      Buffer.from(
        stream('broken')
          .slice(0, 17_000)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      ),
    );
    const failing = importLines(world.as(), {
      input: broken,
      onProgress: () => broken.destroy(new Error('the pipe broke')),
    });
    broken.push(
      Buffer.from(
        stream('broken')
          .slice(17_000)
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      ),
    );
    await expect(failing).rejects.toThrow('the pipe broke');
    const repeated = await importStream(world.alerts, stream('broken'));
    expect(repeated.repeated).toBeGreaterThan(0);
    expect(repeated.opened + repeated.joined + repeated.ignored + repeated.repeated).toBe(25_000);
    expect(await statesOf('broken')).toEqual(await statesOf('whole'));
    expect(completeImport.repeated).toBe(0);
  });
});

/** The alerts without ids, which contain the tenant, and without current times. */
async function statesOf(tenantId: string) {
  return await world.test.database.sql`
    select endpoint_id, severity, status, platform, attack_prob, confidence, inference_ids, first_seen, last_seen,
      num_nodes, num_edges
    from alerts.alert where tenant_id = ${tenantId} order by endpoint_id, first_seen, inference_ids`;
}

describe('newline-delimited JSON', () => {
  test('is imported line by line, and invalid lines are reported by number', async () => {
    const validLine = (inference_id: string) => JSON.stringify(inference({ tenant_id: 'lines', inference_id }));
    const lines = [validLine('a'), '{"inference_id":', '', validLine('b'), '[]', '{}', validLine('a')].join('\n');
    const rejected: { line: number; reason: string }[] = [];
    const counts = await importLines(world.as(), {
      input: Readable.from([Buffer.from(lines)]),
      onRejected: (line) => rejected.push(line),
    });
    expect(counts).toMatchObject({ lines: 6, opened: 1, joined: 1, repeated: 1, ignored: 0, rejected: 3 });
    expect(rejected).toEqual([
      { line: 2, reason: expect.stringMatching(/^is not JSON/) },
      { line: 5, reason: 'must be a JSON object' },
      { line: 6, reason: expect.stringMatching(/^inference_id: is missing; tenant_id: is missing/) },
    ]);
  });
});

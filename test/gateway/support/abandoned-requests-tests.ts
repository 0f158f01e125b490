import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rampart, startRampart } from '../../../command-line/rampart.js';
import type { WorkerRole } from '../../../command-line/running.js';
import { OperatorTokens } from '../../../gateway/index.js';
import { systemClock } from '../../../platform/clock.js';
import { silentLog } from '../../../platform/log.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../../support/index.js';

interface Served {
  readonly rampart: Rampart;
  readonly origin: string;
}

/** A process without jobs, whose statements would wait for the locks of these tests too. */
const withoutJobs: WorkerRole = { runsJobs: false, publishMetrics: () => async () => '', shareCounts: () => {} };

/** Declares the tests of requests whose client has disconnected, or that have timed out. */
export function testAbandonedRequests(settings: Record<string, string> = {}): void {
  let connected: TestDatabase;
  /** A server without a short timeout, and one with a timeout of one second. */
  let patient: Served;
  let impatient: Served;

  beforeAll(async () => {
    connected = await openTestDatabase();
    [patient, impatient] = await Promise.all([serve('60'), serve('1')]);
  });
  afterAll(async () => {
    await Promise.all([patient?.rampart.close(), impatient?.rampart.close()]);
    await connected?.close();
  });

  async function serve(timeoutSeconds: string): Promise<Served> {
    const configuration = testConfiguration({
      ...settings,
      DATABASE_URL: connected.url,
      RAMPART_SERVER_PORT: '0',
      RAMPART_LICENSES_PORT: '0',
      RAMPART_GRAPHQL_TIMEOUT_SECONDS: timeoutSeconds,
    });
    const rampart = await startRampart({ configuration, clock: systemClock, log: silentLog, worker: withoutJobs });
    return { rampart, origin: rampart.addresses.find(({ name }) => name === 'rest')?.url ?? '' };
  }

  /** Runs the work while an ACCESS EXCLUSIVE lock on the table blocks reads and writes. */
  async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
    await connected.database.transaction(async (sql) => {
      await sql.unsafe(`lock table ${table} in access exclusive mode`);
      await work();
    });
  }

  /** The statements that wait for a lock. */
  async function waitingStatements(): Promise<string[]> {
    const rows = await connected.database.sql<{ query: string }[]>`
    select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name = 'rampart'`;
    return rows.map(({ query }) => query);
  }

  function requestFacets({ origin }: Served, signal?: AbortSignal): Promise<Response> {
    const query = '{ alerts { facets { endpoint { value count } } histogram { count } } }';
    return fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      ...(signal && { signal }),
    });
  }

  test('leaves no statement running after the client disconnects', async () => {
    await whileLocked('alerts.alert', async () => {
      const controller = new AbortController();
      const requested = expect(requestFacets(patient, controller.signal)).rejects.toThrow('aborted');
      await expect.poll(waitingStatements).not.toEqual([]);
      controller.abort();
      await requested;
      await expect.poll(waitingStatements).toEqual([]);
    });
  });

  test('leaves no statement running after its timeout', async () => {
    await whileLocked('alerts.alert', async () => {
      const { errors } = (await (await requestFacets(impatient)).json()) as {
        errors: { extensions: { code: string } }[];
      };
      expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['TIMEOUT']));
      await expect.poll(waitingStatements).toEqual([]);
    });
  });

  test('receives a timely response if its caller cannot be authenticated', async () => {
    const tokens = new OperatorTokens({ database: connected.database, clock: systemClock });
    const { token } = await tokens.create({ name: 'slow', role: 'analyst', tenantId: null });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/graphql-response+json, application/json',
    };
    await whileLocked('gateway.operator_tokens', async () => {
      const body = JSON.stringify({ query: '{ __typename }' });
      const [rest, graph] = await Promise.all([
        fetch(`${impatient.origin}/alerts`, { headers }),
        fetch(`${impatient.origin}/graphql`, { method: 'POST', headers, body }),
      ]);
      expect([rest.status, graph.status]).toEqual([504, 504]);
      await expect.poll(waitingStatements).toEqual([]);
    });
  });
}

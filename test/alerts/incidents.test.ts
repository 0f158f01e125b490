import { beforeAll, describe, expect, test } from 'vitest';
import { nodeId } from '../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../platform/input-limits.js';
import {
  addAlerts,
  mergeIncidents,
  openIncident,
  removeAlerts,
  splitIncident,
} from '../../subgraphs/alerts/incidents/service/group-alerts.js';
import { listIncidents, readIncident, timelinesOf } from '../../subgraphs/alerts/incidents/service/read-incidents.js';
import {
  addIncidentComment,
  assignIncident,
  updateIncident,
} from '../../subgraphs/alerts/incidents/service/update-incidents.js';
import {
  analystOf,
  describeAlertWorld,
  errorCodesOf,
  importAll,
  inference,
  queryAlerts,
  requestOf,
  start,
} from './support/alert-world.js';
import { IncidentModel, type Operation, perform, replayTimelines, storedState } from './support/incident-model.js';

const world = describeAlertWorld();
const ada = requestOf({ ...analystOf(null), credentialId: 'person:corp:ada' });
const idOfAda = 'operator:person:corp:ada';
const unknown = '00000000-0000-4000-8000-000000000000';

async function openAlerts(count: number, difference: Parameters<typeof inference>[0] = {}): Promise<string[]> {
  const fixture = Array.from({ length: count }, (_, index) => {
    return inference({ endpoint_id: `host-${index}`, model_name: `m${Math.random()}`, ...difference });
  });
  const { results } = await importAll(world.alerts, fixture);
  return results.map(({ alertId }) => alertId ?? '');
}

const open = (alertIds: string[], title = 'Phishing') => openIncident(world.as(ada), { title, alertIds });

beforeAll(async () => {
  const { sql } = world.test.database;
  await sql`insert into gateway.person (provider, subject, issuer, name, role, tenants, first_sign_in_at, last_sign_in_at)
    values ('corp', 'bob', 'https://corp', 'Bob', 'analyst', '{globex}', 0, 1)`;
});

describe('an incident', () => {
  test('lists each of its alerts once when it is queried through several of them', async () => {
    const alerts = await openAlerts(3, { tenant_id: 'several' });
    await open(alerts);
    const source = `{ alerts(filter: { tenantId: "several" }) { nodes { incident {
      alerts(first: 10) { nodes { id } } timeline(first: 10) { nodes { kind } } endpoints(first: 5) { value } } } } }`;
    const { alerts: list } = await queryAlerts(world, source);
    for (const { incident } of list.nodes) {
      expect(incident.alerts.nodes.map(({ id }: { id: string }) => id).toSorted()).toEqual(alerts.toSorted());
      expect([incident.timeline.nodes.length, incident.endpoints.length]).toEqual([1, 3]);
    }
    expect(list.nodes).toHaveLength(3);
  });

  test('counts its suppressed alerts, so its list of alerts has to include them', async () => {
    const alerts = await openAlerts(2);
    await world.test.database
      .sql`update alerts.alert set suppressed_by = array[gen_random_uuid()] where id = ${alerts[0] ?? ''}`;
    const id = nodeId('Incident', (await open(alerts)).id);
    const source = `query ($id: ID!) { incident(id: $id) { alertCount }
      hidden: alerts(filter: { incidentId: [$id] }) { totalCount }
      all: alerts(filter: { incidentId: [$id], suppressed: INCLUDE }) { totalCount } }`;
    const { incident, hidden, all } = await queryAlerts(world, source, { id });
    expect([incident.alertCount, hidden.totalCount, all.totalCount]).toEqual([2, 1, 2]);
  });

  test('has the current severity, counts, endpoints, techniques and times of its alerts', async () => {
    const alerts = await openAlerts(3, { attack_prob: 0.72, ttp_techniques: ['T1059'] });
    const { id } = await open(alerts);
    const source = `query ($id: ID!) { incident(id: $id) { id title tenantId status severity isAutomatic alertCount openAlertCount
      firstSeen lastSeen mergedInto { id } owner { id } endpoints(first: 2) { value name count } techniques { value name count }
      alerts(first: 2) { nodes { id incident { title } } pageInfo { hasNextPage endCursor } } } }`;
    const { incident } = await queryAlerts(world, source, { id: nodeId('Incident', id) });
    expect(incident).toMatchObject({
      ...{ id: nodeId('Incident', id), title: 'Phishing', tenantId: 'acme', status: 'OPEN', severity: 'MEDIUM' },
      ...{ isAutomatic: false, alertCount: 3, openAlertCount: 3, mergedInto: null, owner: null },
      endpoints: [
        { value: 'host-0', name: null, count: 1 },
        { value: 'host-1', name: null, count: 1 },
      ],
      techniques: [{ value: 'T1059', name: 'Command and Scripting Interpreter', count: 3 }],
      alerts: { nodes: [{ incident: { title: 'Phishing' } }, {}], pageInfo: { hasNextPage: true } },
    });
    const next = await queryAlerts(
      world,
      'query ($id: ID!, $after: String) { incident(id: $id) { alerts(after: $after) { nodes { id } } } }',
      { id: nodeId('Incident', id), after: incident.alerts.pageInfo.endCursor },
    );
    const paged = [...incident.alerts.nodes, ...next.incident.alerts.nodes].map((alert) => alert.id);
    expect(paged.toSorted()).toEqual(alerts.toSorted());

    const { sql } = world.test.database;
    await sql`update alerts.alert set severity = 'critical' where id = ${alerts[0] ?? ''}`;
    await sql`update alerts.alert set status = 'resolved' where id = ${alerts[1] ?? ''}`;
    expect(await readIncident(world.as(), id)).toMatchObject({ severity: 'critical' });
    await removeAlerts(world.as(ada), { id, alertIds: alerts.slice(0, 1) });
    const after = await queryAlerts(world, source, { id: nodeId('Incident', id) });
    expect(after.incident).toMatchObject({ severity: 'MEDIUM', alertCount: 2, openAlertCount: 1 });
    await removeAlerts(world.as(ada), { id, alertIds: alerts.slice(1) });
    const emptied = await queryAlerts(world, source, { id: nodeId('Incident', id) });
    expect(emptied.incident).toMatchObject({ severity: null, alertCount: 0, firstSeen: null, endpoints: [] });
  });

  test('lists its alerts by severity, then newest first, and its pages continue after their last alert while others are added and removed', async () => {
    const ids: string[] = [];
    for (const prob of [0.72, 0.99, 0.55]) {
      world.clock.milliseconds += 1000;
      ids.push(...(await openAlerts(3, { attack_prob: prob, timestamp: start })));
      ids.push(...(await openAlerts(2, { attack_prob: 0.9, timestamp: start })));
    }
    const { id } = await open(ids);
    const read = async (after: string | null) => {
      const page = await queryAlerts(
        world,
        `query ($id: ID!, $after: String) { incident(id: $id) {
          alerts(first: 4, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } } }`,
        { id: nodeId('Incident', id), after },
      );
      return page.incident.alerts;
    };
    const rows = await world.test.database.sql<{ id: string }[]>`
      select id from alerts.alert where incident_id = ${id} order by severity desc, created_at desc, id`;
    const sorted = rows.map((row) => row.id);
    const first = await read(null);
    expect(first.nodes.map((node: { id: string }) => node.id)).toEqual(sorted.slice(0, 4));
    const [severe = ''] = await openAlerts(1, { attack_prob: 0.99 });
    await addAlerts(world.as(ada), { id, alertIds: [severe] });
    await removeAlerts(world.as(ada), { id, alertIds: [sorted[3] ?? ''] });
    const paged: string[] = [];
    for (let page = await read(first.pageInfo.endCursor); ; page = await read(page.pageInfo.endCursor)) {
      paged.push(...page.nodes.map((node: { id: string }) => node.id));
      if (!page.pageInfo.hasNextPage) break;
    }
    expect(paged).toEqual(sorted.slice(4));
    const { alerts } = await queryAlerts(world, '{ alerts(first: 1) { pageInfo { endCursor } } }');
    const source = 'query ($id: ID!, $after: String) { incident(id: $id) { alerts(after: $after) { nodes { id } } } }';
    const foreign = { id: nodeId('Incident', id), after: alerts.pageInfo.endCursor };
    expect(await errorCodesOf(world, source, foreign)).toEqual(['BAD_USER_INPUT']);
  });

  test('accepts only alerts of one tenant that are in no other incident', async () => {
    const [first = '', second = ''] = await openAlerts(2);
    const [foreign = ''] = await openAlerts(1, { tenant_id: 'globex' });
    const { id } = await open([first]);
    await expect(open([second, foreign])).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(open([first, second])).rejects.toMatchObject({ code: 'CONFLICT', details: { ids: [first] } });
    await expect(addAlerts(world.as(ada), { id, alertIds: [second, foreign] })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    await expect(open([unknown])).rejects.toMatchObject({ code: 'NOT_FOUND', message: `Alert ${unknown} not found` });
    await expect(open(['nonsense'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(addAlerts(world.as(ada), { id: unknown, alertIds: [second] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    // Rejected changes are not stored, not even partially.
    const { alerts } = await queryAlerts(
      world,
      'query ($id: [ID!]) { alerts(filter: { incidentId: $id }) { totalCount } }',
      { id: [nodeId('Incident', id)] },
    );
    expect(alerts.totalCount).toBe(1);
    expect(await errorCodesOf(world, '{ alerts(filter: { incidentId: ["x"] }) { totalCount } }', {})).toEqual([
      'BAD_USER_INPUT',
    ]);
  });

  test('limits the length of its title, and the number of its alerts and comments', async () => {
    const [alert = '', other = ''] = await openAlerts(2);
    const incident = await open([alert], 'x'.repeat(maxCharacters.incidentTitle));
    for (const title of ['', ' ', 'x'.repeat(maxCharacters.incidentTitle + 1)]) {
      await expect(open([other], title)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    await expect(open([])).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const tooMany = Array.from({ length: maxItems.alertIds + 1 }, () => alert);
    await expect(open(tooMany)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await addAlerts(world.as(ada), { id: incident.id, alertIds: tooMany.slice(1) });
    const { sql } = world.test.database;
    await sql`update alerts.incident set comment_count = ${maxItems.comments - 1} where id = ${incident.id}`;
    await addIncidentComment(world.as(ada), { id: incident.id, body: 'last' });
    await expect(addIncidentComment(world.as(ada), { id: incident.id, body: 'b' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  test('has at most 10,000 alerts', async () => {
    const [alert = '', last = '', beyond = ''] = await openAlerts(3, { tenant_id: 'large' });
    const { id } = await open([alert]);
    const { sql } = world.test.database;
    await sql`insert into alerts.alert (id, tenant_id, endpoint_id, severity, status, platform, attack_prob, confidence, prediction,
        ttp_techniques, inference_ids, first_seen, last_seen, created_at, updated_at, model_name, num_nodes, num_edges, incident_id)
      select gen_random_uuid(), 'large', 'e', 'low', 'resolved', 'linux', 0.5, 1, 'attack', '{}', '{}', 1, 1, 1, 1, 'm', 1, 1, ${id}
      from generate_series(1, ${maxItems.incidentAlerts - 2})`;
    await addAlerts(world.as(ada), { id, alertIds: [last] });
    const message = `An incident can have at most 10000 alerts, not 10001: distribute them over several incidents`;
    await expect(addAlerts(world.as(ada), { id, alertIds: [beyond] })).rejects.toMatchObject({ message });
    const other = await open([beyond]);
    await expect(mergeIncidents(world.as(ada), { id, sourceIds: [other.id] })).rejects.toMatchObject({ message });
  });

  test('rejects a change if another user has changed its title, status or owner, but not if alerts or comments were added', async () => {
    const [first = '', second = ''] = await openAlerts(2);
    const { id, updatedAtEpoch } = await open([first]);
    const expectedUpdatedAt = new Date(Math.round(updatedAtEpoch * 1000));
    await addAlerts(world.as(ada), { id, alertIds: [second] });
    await addIncidentComment(world.as(ada), { id, body: 'seen' });
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? updateIncident(world.as(ada), { id, title: `Title ${index}`, status: 'investigating', expectedUpdatedAt })
          : assignIncident(world.as(ada), { id, ownerId: idOfAda, expectedUpdatedAt }),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const stale = updateIncident(world.as(), { id, status: 'resolved', expectedUpdatedAt });
    await expect(stale).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { id, theirs: { status: expect.any(String) }, yours: { status: 'RESOLVED', title: null } },
    });
    const { updatedAtEpoch: latest } = await readIncident(world.as(), id);
    const current = new Date(Math.round(latest * 1000));
    const input = { id, status: 'resolved', expectedUpdatedAt: current } as const;
    expect(await updateIncident(world.as(), input)).toMatchObject({ status: 'resolved' });
  });

  test('has an owner with a role for its tenant', async () => {
    const { id } = await open(await openAlerts(1));
    const bob = 'operator:person:corp:bob';
    for (const ownerId of [bob, 'operator:nobody']) {
      await expect(assignIncident(world.as(ada), { id, ownerId })).rejects.toMatchObject({
        ...{ code: 'BAD_USER_INPUT', details: { argument: 'ownerId' } },
      });
    }
    const globex = await openAlerts(1, { tenant_id: 'globex' });
    const owned = await openIncident(world.as(ada), { title: 'Owned', alertIds: globex, ownerId: bob });
    expect(owned).toMatchObject({ ownerId: bob, ownerName: 'Bob' });
    expect(await assignIncident(world.as(ada), { id: owned.id })).toMatchObject({ ownerId: null });
  });
});

describe('merges and splits', () => {
  test('move alerts and timelines, and resolve merged incidents to the last one', async () => {
    const [one = '', two = '', three = '', four = ''] = await openAlerts(4);
    const [a, b, c] = [await open([one], 'A'), await open([two, four], 'B'), await open([three], 'C')];
    await addIncidentComment(world.as(ada), { id: a.id, body: 'first' });
    await mergeIncidents(world.as(ada), { id: b.id, sourceIds: [a.id] });
    await mergeIncidents(world.as(ada), { id: c.id, sourceIds: [b.id] });
    const split = await splitIncident(world.as(ada), { id: c.id, alertIds: [four], title: 'D' });
    const source = `query ($id: ID!) { incident(id: $id) { title alertCount mergedInto { title alertCount }
      timeline(first: 100) { nodes { kind actor { id } incident { title } other { title } alertCount alertIds before after body } } } }`;
    const read = async (id: string) => (await queryAlerts(world, source, { id: nodeId('Incident', id) })).incident;
    expect(await read(a.id)).toMatchObject({ alertCount: 0, mergedInto: { title: 'C', alertCount: 3 } });
    const { timeline, ...rest } = await read(c.id);
    expect(rest).toEqual({ title: 'C', alertCount: 3, mergedInto: null });
    const entries = timeline.nodes.map(
      (entry: Record<'kind' | 'body' | 'alertCount', string> & Record<'incident' | 'other', { title: string }>) =>
        `${entry.incident.title} ${entry.kind} ${entry.alertCount} ${entry.other?.title ?? entry.body ?? ''}`.trim(),
    );
    expect(entries).toEqual([
      ...['C SPLIT 1 D', 'C MERGED 3 B', 'B MERGED 1 A', 'A COMMENT 0 first'],
      ...['C OPENED 1', 'B OPENED 2', 'A OPENED 1'],
    ]);
    expect(timeline.nodes[0]).toMatchObject({ actor: { id: idOfAda }, alertIds: [four], after: 'D' });
    const [page] = await timelinesOf(world.as(), { ids: [c.id], first: 3, after: null });
    const [rest2] = await timelinesOf(world.as(), { ids: [c.id], first: 100, after: page?.pageInfo.endCursor });
    expect([...(page?.nodes ?? []), ...(rest2?.nodes ?? [])]).toHaveLength(7);

    for (const attempt of [
      () => mergeIncidents(world.as(ada), { id: a.id, sourceIds: [split.id] }),
      () => mergeIncidents(world.as(ada), { id: split.id, sourceIds: [a.id] }),
      () => updateIncident(world.as(ada), { id: a.id, status: 'resolved' }),
      () => addIncidentComment(world.as(ada), { id: a.id, body: 'b' }),
      () => splitIncident(world.as(ada), { id: c.id, alertIds: [four], title: 'E' }),
      () => removeAlerts(world.as(ada), { id: c.id, alertIds: [four, one] }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    for (const attempt of [
      () => mergeIncidents(world.as(ada), { id: c.id, sourceIds: [c.id] }),
      () => mergeIncidents(world.as(ada), { id: c.id, sourceIds: [] }),
      () => mergeIncidents(world.as(ada), { id: c.id, sourceIds: Array(maxItems.mergedIncidents + 1).fill(split.id) }),
      () => splitIncident(world.as(ada), { id: split.id, alertIds: [four], title: 'All' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    const [foreign = ''] = await openAlerts(1, { tenant_id: 'globex' });
    const other = await open([foreign]);
    await expect(mergeIncidents(world.as(), { id: other.id, sourceIds: [c.id] })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  test('leave one incident with all alerts if three incidents are merged into each other concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const alerts = await openAlerts(6, { tenant_id: `ring-${round}` });
      const ids: string[] = [];
      for (let index = 0; index < 3; index++) ids.push((await open(alerts.slice(index * 2, index * 2 + 2))).id);
      const [a = '', b = '', c = ''] = ids;
      const results = await Promise.all([
        perform(world.as(ada), { kind: 'merge', id: b, sources: [a] }),
        perform(world.as(ada), { kind: 'merge', id: c, sources: [b] }),
        perform(world.as(ada), { kind: 'merge', id: a, sources: [c] }),
      ]);
      expect(results.filter(({ id }) => id !== undefined)).toHaveLength(2);
      const { placed, merged } = await storedState(world);
      const remainingIds = ids.filter((id) => !merged.has(id));
      expect([remainingIds.length, new Set(alerts.map((id) => placed.get(id)))]).toEqual([1, new Set(remainingIds)]);
    }
  });
});

describe('random operations', () => {
  const rounds = Number(process.env.INCIDENT_ROUNDS ?? 12);
  const seed = Number(process.env.INCIDENT_SEED ?? 24);

  test('one after the other succeed or fail as in a model', async () => {
    const model = new IncidentModel(await openAlerts(24, { tenant_id: 'model' }), seed);
    for (let step = 0; step < rounds * 8; step++) {
      const operation = model.next();
      const expected = model.expects(operation);
      const { id, code } = await perform(world.as(ada), operation);
      expect({ step, operation, code }).toEqual({ step, operation, code: expected });
      if (id !== undefined) model.apply(operation, id);
    }
    const { placed, merged } = await storedState(world);
    const inModel = ([alert]: [string, string]) => model.placed.has(alert);
    expect(new Map([...placed].filter(inModel))).toEqual(model.placed);
    expect(new Map([...merged].filter(([id]) => model.incidents.includes(id)))).toEqual(model.merged);
  });

  test('executed concurrently neither lose nor duplicate an alert, deadlock, or merge in a circle', async () => {
    const alerts = await openAlerts(24, { tenant_id: 'concurrent' });
    const model = new IncidentModel(alerts, seed + 1);
    let succeeded = 0;
    for (let round = 0; round < rounds; round++) {
      const operations: Operation[] = Array.from({ length: 8 }, () => model.next());
      const results = await Promise.all(operations.map((operation) => perform(world.as(ada), operation)));
      succeeded += results.filter(({ id }) => id !== undefined).length;
      const state = await storedState(world);
      // The timelines, replayed in the order in which they were written, yield the stored state.
      expect(await replayTimelines(world)).toEqual(keepKnown(state.placed, await readPlacedAlerts()));
      for (const id of state.placed.values()) expect(state.merged.has(id)).toBe(false);
      for (const id of state.merged.keys()) expect(lastIncidentOf(state.merged, id)).toBeDefined();
      // The next operations start from the stored state.
      model.placed.clear();
      for (const alert of alerts) if (state.placed.has(alert)) model.placed.set(alert, state.placed.get(alert) ?? '');
      model.merged.clear();
      for (const [id, target] of state.merged) model.merged.set(id, target);
      model.incidents.splice(0, Infinity, ...(await idsOf('concurrent')));
    }
    expect(succeeded).toBeGreaterThan(rounds * 2);
  });
});

async function idsOf(tenantId: string): Promise<string[]> {
  const { sql } = world.test.database;
  const rows = await sql<
    { id: string }[]
  >`select id from alerts.incident where tenant_id = ${tenantId} order by created_at, id`;
  return rows.map(({ id }) => id);
}

/** Ids of the alerts in entries of timelines. The 10,000 alerts that a test above inserts with SQL are in none. */
async function readPlacedAlerts(): Promise<Set<string>> {
  const { sql } = world.test.database;
  const rows = await sql<{ id: string }[]>`select distinct unnest(alert_ids) as id from alerts.incident_entry`;
  return new Set(rows.map(({ id }) => id));
}

function keepKnown(placed: Map<string, string>, known: Set<string>): Map<string, string> {
  return new Map([...placed].filter(([alert]) => known.has(alert)));
}

/** The incident at the end of a chain of merges; undefined for a cycle. */
function lastIncidentOf(merged: ReadonlyMap<string, string>, id: string): string | undefined {
  let last = id;
  for (let step = 0; step <= merged.size; step++) {
    const next = merged.get(last);
    if (next === undefined) return last;
    last = next;
  }
  return undefined;
}

describe('the list of incidents', () => {
  test('is filtered, sorted, paged and counted, excluding merged incidents', async () => {
    const tenant = { tenant_id: 'listed' };
    const [low = ''] = await openAlerts(1, { ...tenant, attack_prob: 0.6 });
    const [high = ''] = await openAlerts(1, { ...tenant, attack_prob: 0.9 });
    const [critical = '', merged = ''] = await openAlerts(2, { ...tenant, attack_prob: 0.99 });
    const a = await open([low], 'Alpha 100%');
    const b = await openIncident(world.as(ada), { title: 'Beta', alertIds: [high], ownerId: idOfAda });
    const c = await open([critical], 'Gamma');
    const d = await open([merged], 'Delta');
    await mergeIncidents(world.as(ada), { id: c.id, sourceIds: [d.id] });
    await updateIncident(world.as(ada), { id: a.id, status: 'false_positive' });
    const listTitles = async (filter: object = {}, otherInput: object = {}, request = requestOf()) => {
      const input = { orderBy: null, first: null, after: null, wantsTotal: true, ...otherInput };
      const incidents = await listIncidents(world.as(request), { filter: { tenantId: 'listed', ...filter }, ...input });
      expect(incidents.nodes.length).toBeLessThanOrEqual(incidents.totalCount);
      return incidents.nodes.map(({ title }) => title.split(' ')[0]);
    };
    expect(await listTitles({}, { orderBy: 'severity' })).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect((await listTitles()).toSorted()).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect((await listTitles({ includeMerged: true })).length).toBe(4);
    expect(await listTitles({ severity: ['high'] })).toEqual(['Beta']);
    expect(await listTitles({ severity: [] })).toEqual([]);
    expect(await listTitles({ status: ['false_positive', 'resolved'] })).toEqual(['Alpha']);
    expect(await listTitles({ ownerId: [idOfAda] })).toEqual(['Beta']);
    expect(await listTitles({ isOwned: false, title: '0%' })).toEqual(['Alpha']);
    expect(await listTitles({ title: '1_0' })).toEqual([]);
    expect(await listTitles({}, {}, requestOf(analystOf('acme')))).toEqual([]);
    for (const orderBy of ['severity', 'created_at', 'updated_at'] as const) {
      const collected: string[] = [];
      for (let after: string | null = null; ; ) {
        const input = { filter: { tenantId: 'listed' }, orderBy, first: 1, after, wantsTotal: false };
        const page = await listIncidents(world.as(), input);
        collected.push(...page.nodes.map(({ id }) => id));
        after = page.pageInfo.endCursor;
        if (!page.pageInfo.hasNextPage) break;
      }
      expect([orderBy, collected.toSorted()]).toEqual([orderBy, [a.id, b.id, c.id].toSorted()]);
    }
    const incidentPage = await listIncidents(world.as(), {
      ...{ filter: { tenantId: 'listed' }, orderBy: null, first: 1, after: null, wantsTotal: true },
    });
    expect([incidentPage.totalCount, incidentPage.nodes.length]).toEqual([3, 1]);
  });

  test('reads each edge with one statement', async () => {
    const source = `{ incidents(first: 3) { nodes { title severity alertCount firstSeen mergedInto { id }
      endpoints { value } techniques { value } alerts(first: 2) { nodes { id incident { id } } }
      timeline(first: 2) { nodes { kind other { id } incident { id } } } } } }`;
    await queryAlerts(world, source);
    const statementCount = world.statements.length;
    await queryAlerts(world, source);
    expect(world.statements.length - statementCount).toBeLessThanOrEqual(8);
  });
});

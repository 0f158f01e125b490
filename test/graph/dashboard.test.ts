import { beforeAll, describe, expect, test } from 'vitest';
import { dashboardQuery } from '../../command-line/demo/dashboard-query.js';
import { requestOf } from '../alerts/support/alert-world.js';
import { guidOf } from '../licenses/support/license-world.js';
import {
  describeEnvironment,
  importZone,
  openAlerts,
  registerControllers,
  sendRequest,
  serveFiles,
} from './support/environment.js';

const platform = describeEnvironment();
let alertIds: string[];
let report: { siteId: string; itemId: string };

const inferences = [
  { tenant_id: 'acme', endpoint_id: 'WS-1.corp.northwind.example', attack_prob: 0.99 },
  { tenant_id: 'acme', endpoint_id: 'srv-9.northwind.example', attack_prob: 0.9 },
  { tenant_id: 'other', endpoint_id: 'ws-1.corp.northwind.example', attack_prob: 0.8 },
  { tenant_id: 'acme', endpoint_id: 'lone', attack_prob: 0.75 },
];

beforeAll(async () => {
  alertIds = await openAlerts(platform, inferences);
  await registerControllers(platform, [
    { guid: guidOf(1), hostname: 'WS-1.corp.northwind.example', version: '4.1.0' },
    { guid: guidOf(2), hostname: 'srv-9.northwind.example', version: '4.2.0' },
  ]);
  await importZone(platform, 'example', { northwind: ['ns1.hostwell.example.'] });
  const items = await serveFiles(platform, { 'report.pdf': 'what was found', 'other.txt': 'something else' });
  report = items.get('report.pdf') ?? report;
  const link = { ...report, alertId: alertIds[0] ?? '', notes: 'memory dump' };
  await platform.drive.linkEvidence(requestOf(), link);
});

describe('a dashboard query', () => {
  test('returns data of all four domains for the most severe open alerts in one request', async () => {
    const { data, errors } = await sendRequest(platform, dashboardQuery, { variables: { first: 10 } });
    expect(errors).toBeUndefined();
    const domain = {
      name: 'northwind.example',
      latestObservation: { zone: 'example', status: 'ACTIVE', data: 'ns1.hostwell.example.' },
    };
    const controller = (number: number, version: string) => ({
      guid: guidOf(number),
      version,
      lastContact: new Date(platform.now * 1000).toISOString(),
    });
    expect(data?.alerts).toEqual({
      nodes: [
        {
          ...{ id: alertIds[0], severity: 'CRITICAL', attackProb: 0.99 },
          endpoint: {
            ...{ tenantId: 'acme', hostname: 'ws-1.corp.northwind.example', openAlerts: 1 },
            ...{ controllers: [controller(1, '4.1.0')], domain },
          },
          evidence: [
            {
              ...{ notes: 'memory dump', actor: 'command-line' },
              item: { name: 'report.pdf', path: '/report.pdf', size: 14 },
            },
          ],
        },
        {
          ...{ id: alertIds[1], severity: 'HIGH', attackProb: 0.9, evidence: [] },
          endpoint: {
            ...{ tenantId: 'acme', hostname: 'srv-9.northwind.example', openAlerts: 1 },
            ...{ controllers: [controller(2, '4.2.0')], domain },
          },
        },
        {
          ...{ id: alertIds[2], severity: 'MEDIUM', attackProb: 0.8, evidence: [] },
          endpoint: {
            ...{ tenantId: 'other', hostname: 'ws-1.corp.northwind.example', openAlerts: 1 },
            ...{ controllers: [controller(1, '4.1.0')], domain },
          },
        },
        {
          ...{ id: alertIds[3], severity: 'MEDIUM', attackProb: 0.75, evidence: [] },
          endpoint: {
            ...{ tenantId: 'acme', hostname: 'lone', openAlerts: 1 },
            ...{ controllers: [], domain: null },
          },
        },
      ],
    });
  });

  test('delivers the alerts first, and the data of other domains in later parts', async () => {
    platform.statements.length = 0;
    const document = `{ alerts(first: 4, orderBy: { field: SEVERITY }) { nodes {
      id severity
      ... @defer(label: "controllers") { endpoint { hostname controllers { guid } } }
      ... @defer(label: "domains") { endpoint { domain { name } } }
    } } }`;
    const { executeIncrementally } = platform.graph.prepare({ document });
    const result = await executeIncrementally?.({ variables: {}, context: requestOf() });
    if (result === undefined || !('subsequentResults' in result)) throw new Error('The result is not in parts');
    expect(result.initial.data).toEqual({ alerts: { nodes: alertIds.map((id) => expect.objectContaining({ id })) } });
    expect(platform.statements).toHaveLength(1);
    const parts = [];
    for await (const next of result.subsequentResults) parts.push(...next.parts);
    const domains = parts.filter(({ pending }) => pending.label === 'domains');
    const domain = { name: 'northwind.example' };
    expect(domains.map(({ pending, data }) => [pending.path, data])).toEqual(
      [domain, domain, domain, null].map((expected, index) => [
        ['alerts', 'nodes', index],
        { endpoint: { domain: expected } },
      ]),
    );
    expect(parts).toHaveLength(8);
  });

  test.each([1, 4])('executes four statements with first = %i', async (first) => {
    platform.statements.length = 0;
    const { errors } = await sendRequest(platform, dashboardQuery, { variables: { first } });
    expect(errors).toBeUndefined();
    // One statement each: the page with its endpoints, controllers, domains, and links with their items.
    expect(platform.statements, platform.statements.join('\n---\n')).toHaveLength(4);
  });
});

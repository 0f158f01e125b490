import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { anonymous, type Caller } from '../../platform/caller.js';
import { nodeId } from '../../platform/graph/index.js';
import { callerAccess } from '../../subgraphs/alerts/authorization.js';
import * as backtests from '../../subgraphs/alerts/backtests/service/backtests.js';
import * as backtestResults from '../../subgraphs/alerts/backtests/service/results.js';
import * as discussion from '../../subgraphs/alerts/discussion/service.js';
import * as endpoints from '../../subgraphs/alerts/endpoints/service.js';
import * as endpointExports from '../../subgraphs/alerts/endpoints/service-export.js';
import * as imports from '../../subgraphs/alerts/imports/service/import-inferences.js';
import * as lines from '../../subgraphs/alerts/imports/service/import-lines.js';
import * as grouping from '../../subgraphs/alerts/incidents/service/group-alerts.js';
import * as incidents from '../../subgraphs/alerts/incidents/service/read-incidents.js';
import * as incidentChanges from '../../subgraphs/alerts/incidents/service/update-incidents.js';
import * as metrics from '../../subgraphs/alerts/metrics/service.js';
import * as matrix from '../../subgraphs/alerts/metrics/service-attack-matrix.js';
import * as facets from '../../subgraphs/alerts/metrics/service-facets.js';
import * as layers from '../../subgraphs/alerts/metrics/service-navigator-layer.js';
import * as people from '../../subgraphs/alerts/people/service.js';
import * as exports from '../../subgraphs/alerts/service-export.js';
import * as previewing from '../../subgraphs/alerts/suppressions/service/preview-suppression.js';
import * as suppressions from '../../subgraphs/alerts/suppressions/service/suppressions.js';
import * as assigning from '../../subgraphs/alerts/triage/service/assign-alerts.js';
import * as bulk from '../../subgraphs/alerts/triage/service/bulk-changes.js';
import * as changes from '../../subgraphs/alerts/triage/service/change-alerts.js';
import * as records from '../../subgraphs/alerts/triage/service/export-records.js';
import * as lists from '../../subgraphs/alerts/triage/service/list-alerts.js';
import * as reads from '../../subgraphs/alerts/triage/service/read-alerts.js';
import * as skipped from '../../subgraphs/alerts/triage/service/skipped-alerts.js';
import * as views from '../../subgraphs/alerts/views/service.js';
import {
  allFields,
  analystOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  inference,
  requestOf,
} from './support/alert-world.js';

/** All exports of the services of the features. */
const services = {
  ...{ ...endpoints, ...endpointExports, ...imports, ...lines, ...facets, ...metrics, ...matrix, ...layers },
  ...{ ...changes, ...exports, ...records, ...lists, ...reads },
  ...{ ...discussion, ...people, ...assigning, ...bulk, ...skipped },
  ...{ ...backtests, ...backtestResults },
  ...{ ...grouping, ...incidents, ...incidentChanges },
  ...{ ...grouping, ...incidents, ...incidentChanges, ...suppressions, ...previewing, ...views },
};
const {
  endpointsByKeys,
  endpointsByNames,
  listEndpoints,
  summarizeEndpoints,
  exportEndpoints,
  importInferences,
  importLines,
  countAlerts,
  countAttackMatrix,
  navigatorLayer,
  exportRecords,
  countByTime,
  countFacets,
  modelPrecision,
  responseTimes,
  readStoreStatus,
  changeAlertStatuses,
  submitVerdict,
  updateAlert,
  listAlerts,
  exportAlerts,
  forEachPage,
  pageAlerts,
  alertIdsOfEndpoints,
  alertsByIds,
  changedAlerts,
  alertsOfEndpoints,
  readAlert,
  relatedAlerts,
  transitionsOf,
  verdictsOf,
  assignmentsOf,
  assignAlert,
  assignAlerts,
  addComment,
  editComment,
  commentsOf,
  versionsOf,
  alertPeople,
  openIncident,
  addAlerts,
  removeAlerts,
  mergeIncidents,
  splitIncident,
  updateIncident,
  assignIncident,
  addIncidentComment,
  readIncident,
  incidentsByIds,
  successorsOf,
  countsOf,
  valuesOf,
  timelinesOf,
  listIncidents,
  changedIncidents,
  alertsOfIncidents,
  previewBulkChange,
  startBulkChange,
  cancelBulkChange,
  readBulkChange,
  listBulkChanges,
  skippedAlertsOf,
  startBacktest,
  cancelBacktest,
  readBacktest,
  listBacktests,
  groupsOf,
  samplesOf,
  addSuppression,
  endSuppression,
  readSuppression,
  suppressionsByIds,
  suppressedCounts,
  listSuppressions,
  previewSuppression,
  listViews,
  createView,
  updateView,
  deleteView,
  setDefaultView,
} = services;
/** Exports that are not operations: they take no request, or belong to a job. */
const helpers = new Set([
  'alertFieldNames',
  'exportFormats',
  'recordFormats',
  'endpointFieldNames',
  'alertNotFound',
  'criteriaOf',
  'assertPossibleId',
  'checkWithin',
  'countOutcomes',
  'foldAlertTally',
  'maintainTallies',
  'runningPerCaller',
  ...['progressOf', 'previewSeconds', 'defaultActor'],
  ...['distinctIds', 'expectedTimeOf', 'expectedTimesOf', 'resultsOf'],
  // They receive the scope from the operation that calls them.
  ...['findAssignee', 'peopleNamedIn', 'personOf', 'requireAssignee'],
  'stateOf',
]);

const world = describeAlertWorld({ RAMPART_AUTH_ALERTS: 'token' });
const open = describeAlertWorld({ RAMPART_AUTH_ALERTS: 'open' });
const analyst = requestOf(analystOf('mine'));
const foreign = { id: '', comment: '', incident: '', merged: '' };
const endpointFields = { names: ['platform', 'totalAlerts'] as const, key: 'platform totalAlerts' };
const page = { orderBy: null, limit: 100, offset: 0, fields: allFields, wantsItems: true, wantsTotal: true };
const connection = { orderBy: null, page: {}, fields: allFields, wantsItems: true, wantsTotal: true };

beforeAll(async () => {
  await importAll(world.alerts, [
    inference({ tenant_id: 'mine', endpoint_id: 'a' }),
    inference({ tenant_id: 'mine', endpoint_id: 'b' }),
  ]);
  const { results } = await importAll(world.alerts, [
    inference({ tenant_id: 'theirs', endpoint_id: 'a', model_name: 'secret', ttp_techniques: ['T9'] }),
    inference({ tenant_id: 'theirs', endpoint_id: 'z' }),
  ]);
  foreign.id = results[0]?.alertId ?? '';
  await submitVerdict(world.as(), {
    alertId: foreign.id,
    isTruePositive: true,
    fields: fieldsOf('status'),
  });
  foreign.comment = (await addComment(world.as(), { alertId: foreign.id, body: 'first' })).id;
  await editComment(world.as(), { id: foreign.comment, body: 'second' });
  const openForeignIncident = async (alertIds: string[]) =>
    (await openIncident(world.as(), { title: 'theirs', alertIds })).id;
  foreign.incident = await openForeignIncident([foreign.id]);
  foreign.merged = await openForeignIncident([results[1]?.alertId ?? '']);
  await mergeIncidents(world.as(), { id: foreign.incident, sourceIds: [foreign.merged] });
});

describe('an analyst of one tenant', () => {
  test('lists and counts only alerts of that tenant, with any filter', async () => {
    const allAlerts = await pageAlerts(world.as(analyst), { filter: null, ...page });
    expect([allAlerts.total, ...new Set(allAlerts.nodes.map((alert) => alert.tenantId))]).toEqual([2, 'mine']);
    const filteredPage = await pageAlerts(world.as(analyst), { filter: { tenantId: 'theirs' }, ...page });
    expect([filteredPage.total, filteredPage.nodes]).toEqual([0, []]);
    const listed = await listAlerts(world.as(analyst), { filter: null, ...connection });
    expect(listed.nodes).toHaveLength(2);
    expect(await countAlerts(world.as(analyst), listed.filter)).toBe(2);
  });

  test('sees no other tenant in facets, histograms, related endpoints, precision or health', async () => {
    const { filter, nodes } = await listAlerts(world.as(analyst), { filter: null, ...connection });
    const facets = await countFacets(world.as(analyst), {
      filter,
      top: 10,
      facets: ['model', 'endpoint', 'technique', 'status'],
    });
    expect(facets).toMatchObject({
      model: [{ value: 'sage', count: 2 }],
      technique: [],
      status: [{ value: 'open', count: 2 }],
    });
    expect(facets.endpoint.map((count) => count.tenantId)).toEqual(['mine', 'mine']);
    const times = await responseTimes(world.as(analyst), { filter, by: ['tenant', 'model'] });
    expect(times).toMatchObject([{ tenantId: 'mine', modelName: 'sage', alerts: 2, resolved: null }]);
    const histogram = await countByTime(world.as(analyst), {
      filter,
      interval: null,
      intervalSeconds: null,
      by: null,
    });
    expect(histogram.map((bucket) => bucket.count)).toEqual([2]);
    const matrix = await countAttackMatrix(world.as(analyst), { filter, includeEmpty: false });
    expect([matrix.others, matrix.tactics.filter(({ count }) => count > 0)]).toEqual([[], []]);
    const layer = JSON.parse(await navigatorLayer(world.as(analyst), { filter: { tenantId: 'theirs' } }));
    expect([layer.techniques, layer.description]).toEqual([[], expect.not.stringContaining('T9')]);
    expect(nodes.flatMap((alert) => alert.relatedEndpoints ?? []).toSorted()).toEqual(['a', 'b']);
    expect(await modelPrecision(world.as(analyst), { tenantId: null })).toEqual([]);
    expect(await modelPrecision(world.as(analyst), { tenantId: 'theirs' })).toEqual([]);
    expect(await readStoreStatus(world.as(analyst))).toMatchObject({ alertsCount: 2 });
  });

  test('gets the same error for an alert of another tenant as for one that does not exist', async () => {
    const message = `Alert ${foreign.id} not found`;
    const fields = fieldsOf('status');
    const attempts = [
      () => readAlert(world.as(analyst), { id: foreign.id, fields }),
      () => updateAlert(world.as(analyst), { id: foreign.id, status: 'open', fields }),
      () => submitVerdict(world.as(analyst), { alertId: foreign.id, isTruePositive: false, fields }),
      () => assignAlert(world.as(analyst), { id: foreign.id, fields }),
      () => addComment(world.as(analyst), { alertId: foreign.id, body: 'b' }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', message });
    const bulk = await changeAlertStatuses(world.as(analyst), { ids: [foreign.id], status: 'open', fields });
    const unknown = { id: foreign.id, alert: null, code: 'NOT_FOUND', message, conflict: null };
    expect(bulk).toEqual([unknown]);
    expect(await assignAlerts(world.as(analyst), { ids: [foreign.id], fields })).toEqual([unknown]);
    const expected = [{ id: foreign.id, updatedAt: new Date(0) }];
    expect(await assignAlerts(world.as(analyst), { ids: [foreign.id], expected, fields })).toEqual([unknown]);
    expect(await assignmentsOf(world.as(analyst), [foreign.id])).toEqual([[]]);
    expect(await commentsOf(world.as(analyst), [foreign.id])).toEqual([[]]);
    expect(await versionsOf(world.as(analyst), [foreign.comment])).toEqual([[]]);
    const edit = editComment(world.as(analyst), { id: foreign.comment, body: 'b' });
    await expect(edit).rejects.toMatchObject({ code: 'NOT_FOUND', message: `Comment ${foreign.comment} not found` });
    expect(await commentsOf(world.as(), [foreign.id])).toMatchObject([[{ body: 'second' }]]);
    expect(await versionsOf(world.as(), [foreign.comment])).toMatchObject([[{ body: 'first' }]]);
    expect(await alertPeople(world.as(analyst), { tenantId: 'theirs', search: null, first: 10 })).toEqual([]);
    expect(await alertsByIds(world.as(analyst), { ids: [foreign.id], fields })).toEqual([null]);
    expect(await changedAlerts(world.as(analyst), { ids: [foreign.id], filter: null, fields })).toEqual([null]);
    expect(await relatedAlerts(world.as(analyst), { ids: [foreign.id], first: 5, fields })).toEqual([[]]);
    expect(await transitionsOf(world.as(analyst), [foreign.id])).toEqual([[]]);
    expect(await verdictsOf(world.as(analyst), [foreign.id])).toEqual([[]]);
    expect(await readAlert(world.as(), { id: foreign.id, fields })).toMatchObject({
      status: 'resolved',
    });
  });

  test('neither sees nor changes incidents of other tenants', async () => {
    const { id, incident, merged } = foreign;
    const message = `Incident ${incident} not found`;
    const mine = (await listAlerts(world.as(analyst), { filter: null, ...connection })).nodes.map((alert) => alert.id);
    const ownIncident = await openIncident(world.as(analyst), { title: 'mine', alertIds: mine });
    const attempts = [
      () => readIncident(world.as(analyst), incident),
      () => addAlerts(world.as(analyst), { id: incident, alertIds: mine }),
      () => removeAlerts(world.as(analyst), { id: incident, alertIds: [id] }),
      () => mergeIncidents(world.as(analyst), { id: incident, sourceIds: [ownIncident.id] }),
      () => mergeIncidents(world.as(analyst), { id: ownIncident.id, sourceIds: [incident] }),
      () => splitIncident(world.as(analyst), { id: incident, alertIds: [id], title: 't' }),
      () => updateIncident(world.as(analyst), { id: incident, title: 't' }),
      () => assignIncident(world.as(analyst), { id: incident }),
      () => addIncidentComment(world.as(analyst), { id: incident, body: 'b' }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', message });
    const add = addAlerts(world.as(analyst), { id: ownIncident.id, alertIds: [id] });
    await expect(add).rejects.toMatchObject({ code: 'NOT_FOUND', message: `Alert ${id} not found` });
    expect(await incidentsByIds(world.as(analyst), [incident])).toEqual([null]);
    expect(await successorsOf(world.as(analyst), [merged])).toEqual([null]);
    expect(await successorsOf(world.as(), [merged])).toMatchObject([{ id: incident }]);
    expect(await countsOf(world.as(analyst), [incident])).toMatchObject([{ alertCount: 0 }]);
    expect(await countsOf(world.as(), [incident])).toMatchObject([{ alertCount: 2 }]);
    for (const of of ['endpoint', 'technique'] as const) {
      expect(await valuesOf(world.as(analyst), { ids: [incident], of, first: 5 })).toEqual([[]]);
    }
    const timeline = { ids: [incident], first: 5, after: null };
    expect(await timelinesOf(world.as(analyst), timeline)).toMatchObject([{ nodes: [] }]);
    expect(await alertsOfIncidents(world.as(analyst), { ...timeline, fields: allFields })).toMatchObject([
      { nodes: [] },
    ]);
    expect(await changedIncidents(world.as(analyst), { ids: [incident], filter: null })).toEqual([null]);
    const listed = { orderBy: null, first: null, after: null, wantsTotal: true };
    const incidents = await listIncidents(world.as(analyst), { filter: { includeMerged: true }, ...listed });
    expect([incidents.totalCount, incidents.nodes.map((node) => node.id)]).toEqual([1, [ownIncident.id]]);
    const filteredPage = await listIncidents(world.as(analyst), { filter: { tenantId: 'theirs' }, ...listed });
    expect([filteredPage.totalCount, filteredPage.nodes]).toEqual([0, []]);
    const inIncident = { incidentId: [nodeId('Incident', incident)] };
    expect((await pageAlerts(world.as(analyst), { filter: inIncident, ...page })).total).toBe(0);
    await removeAlerts(world.as(analyst), { id: ownIncident.id, alertIds: mine });
  });

  test('does not see endpoints of other tenants', async () => {
    const key = { tenantId: 'theirs', hostname: 'a' };
    expect(await endpointsByKeys(world.as(analyst), { keys: [key], fields: endpointFields })).toEqual([null]);
    const listed = { first: null, after: null, fields: endpointFields, wantsItems: true, wantsTotal: true };
    const mine = await listEndpoints(world.as(analyst), { filter: null, ...listed });
    expect([mine.totalCount, ...mine.nodes.map((endpoint) => endpoint.tenantId)]).toEqual([2, 'mine', 'mine']);
    const theirs = await listEndpoints(world.as(analyst), { filter: { tenantId: 'theirs' }, ...listed });
    expect([theirs.totalCount, theirs.nodes]).toEqual([0, []]);
    let exported = '';
    const write = async (part: string | Uint8Array) => {
      exported += part;
    };
    await exportEndpoints(world.as(analyst), { filter: {}, format: 'csv', write });
    expect(exported.match(/^(?:mine|theirs),[az]/gm)).toEqual(['mine,a']);
    expect(await summarizeEndpoints(world.as(analyst), { tenantId: 'theirs' })).toEqual([]);
    expect(await summarizeEndpoints(world.as(analyst), { tenantId: null })).toHaveLength(2);
    const alerts = { keys: [key], first: 5, after: null, status: null, fields: allFields };
    expect(await alertsOfEndpoints(world.as(analyst), alerts)).toMatchObject([{ nodes: [] }]);
    const byName = { first: 5, fields: endpointFields };
    const bearing = { ...byName, names: ['a'], withSubdomains: false };
    expect(await endpointsByNames(world.as(analyst), bearing)).toMatchObject([[{ tenantId: 'mine', hostname: 'a' }]]);
    const under = { ...byName, names: ['a', 'z'], withSubdomains: true };
    expect(await endpointsByNames(world.as(analyst), under)).toMatchObject([[{ tenantId: 'mine', hostname: 'a' }], []]);
    expect(await alertIdsOfEndpoints(world.as(analyst), [key])).toEqual([[]]);
  });

  test('does not see, change or choose views that others share with another tenant, or do not share', async () => {
    const fixture = { parameters: 'endpoint=secret', isShared: true };
    const shared = await createView(world.as(), { ...fixture, name: 'theirs', tenantId: 'theirs' });
    const ofAll = await createView(world.as(), { ...fixture, name: 'of all' });
    const ownView = await createView(world.as(requestOf(analystOf('mine', 'bob'))), {
      ...fixture,
      name: 'b',
      isShared: false,
    });
    expect(await listViews(world.as(analyst))).toEqual([]);
    for (const { id } of [shared, ofAll, ownView]) {
      const attempts = [
        () => updateView(world.as(analyst), { id, name: 'x' }),
        () => deleteView(world.as(analyst), id),
        () => setDefaultView(world.as(analyst), id),
      ];
      const message = `View ${id} not found`;
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND', message });
    }
    const share = createView(world.as(analyst), { ...fixture, name: 'x', tenantId: 'theirs' });
    await expect(share).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('imports only for that tenant', async () => {
    const fixture = [inference({ tenant_id: 'theirs' }), inference({ tenant_id: 'mine', endpoint_id: 'import' })];
    const { results } = await importAll(world.alerts, fixture, analystOf('mine'));
    expect(results.map((result) => result.outcome)).toEqual(['rejected', 'opened']);
    expect(results[0]?.errors).toEqual([
      'tenantId: you may not import inferences for the tenant "theirs": use one of your tenants',
    ]);
  });
});

describe('authorization', () => {
  const others: [Caller, string][] = [
    [anonymous, 'UNAUTHENTICATED'],
    [{ kind: 'account', accountId: '1', username: 'zoe' }, 'FORBIDDEN'],
    [{ kind: 'mirror-client', clientId: 'm' }, 'FORBIDDEN'],
  ];
  test.each(others)('rejects the caller %j with the error %s in every operation', async (caller, code) => {
    const request = requestOf(caller);
    const fields = fieldsOf('status');
    const attempts: Record<string, () => Promise<unknown>> = {
      pageAlerts: () => pageAlerts(world.as(request), { filter: null, ...page }),
      listAlerts: () => listAlerts(world.as(request), { filter: null, ...connection }),
      forEachPage: () => forEachPage(world.as(request), { filter: {}, fields }, async () => {}),
      exportAlerts: () => exportAlerts(world.as(request), { filter: {}, format: 'csv', write: async () => {} }),
      exportRecords: () => exportRecords(world.as(request), { filter: {}, format: 'csv', write: async () => {} }),
      exportEndpoints: () => exportEndpoints(world.as(request), { filter: {}, format: 'csv', write: async () => {} }),
      countAlerts: () => countAlerts(world.as(request), {}),
      countAttackMatrix: () => countAttackMatrix(world.as(request), { filter: {}, includeEmpty: false }),
      navigatorLayer: () => navigatorLayer(world.as(request), { filter: {} }),
      countFacets: () => countFacets(world.as(request), { filter: {}, top: 1, facets: ['status'] }),
      responseTimes: () => responseTimes(world.as(request), { filter: {}, by: [] }),
      countByTime: () =>
        countByTime(world.as(request), { filter: {}, interval: null, intervalSeconds: null, by: null }),
      readAlert: () => readAlert(world.as(request), { id: foreign.id, fields }),
      alertsByIds: () => alertsByIds(world.as(request), { ids: [foreign.id], fields }),
      changedAlerts: () => changedAlerts(world.as(request), { ids: [foreign.id], filter: null, fields }),
      relatedAlerts: () => relatedAlerts(world.as(request), { ids: [foreign.id], first: 1, fields }),
      alertsOfEndpoints: () =>
        alertsOfEndpoints(world.as(request), { keys: [], first: 1, after: null, status: null, fields }),
      alertIdsOfEndpoints: () => alertIdsOfEndpoints(world.as(request), []),
      transitionsOf: () => transitionsOf(world.as(request), [foreign.id]),
      verdictsOf: () => verdictsOf(world.as(request), [foreign.id]),
      updateAlert: () => updateAlert(world.as(request), { id: foreign.id, status: 'open', fields }),
      submitVerdict: () => submitVerdict(world.as(request), { alertId: foreign.id, isTruePositive: true, fields }),
      changeAlertStatuses: () => changeAlertStatuses(world.as(request), { ids: [], status: 'open', fields }),
      assignmentsOf: () => assignmentsOf(world.as(request), [foreign.id]),
      assignAlert: () => assignAlert(world.as(request), { id: foreign.id, fields }),
      assignAlerts: () => assignAlerts(world.as(request), { ids: [], fields }),
      addComment: () => addComment(world.as(request), { alertId: foreign.id, body: 'b' }),
      editComment: () => editComment(world.as(request), { id: foreign.comment, body: 'b' }),
      commentsOf: () => commentsOf(world.as(request), [foreign.id]),
      versionsOf: () => versionsOf(world.as(request), [foreign.comment]),
      previewBulkChange: () => previewBulkChange(world.as(request), { filter: {}, status: 'open' }),
      startBulkChange: () => startBulkChange(world.as(request), foreign.id),
      cancelBulkChange: () => cancelBulkChange(world.as(request), foreign.id),
      readBulkChange: () => readBulkChange(world.as(request), foreign.id),
      listBulkChanges: () => listBulkChanges(world.as(request), 1),
      skippedAlertsOf: () => skippedAlertsOf(world.as(request), { id: foreign.id, first: 1, after: null }),
      startBacktest: () => startBacktest(world.as(request), { days: 1 }),
      cancelBacktest: () => cancelBacktest(world.as(request), foreign.id),
      readBacktest: () => readBacktest(world.as(request), foreign.id),
      listBacktests: () => listBacktests(world.as(request), 1),
      groupsOf: () => groupsOf(world.as(request), { id: foreign.id, first: 1, after: null }),
      samplesOf: () => samplesOf(world.as(request), foreign.id),
      addSuppression: () => addSuppression(world.as(request), { filter: { modelName: ['m'] }, reason: 'r' }),
      endSuppression: () => endSuppression(world.as(request), foreign.id),
      readSuppression: () => readSuppression(world.as(request), foreign.id),
      suppressionsByIds: () => suppressionsByIds(world.as(request), [foreign.id]),
      suppressedCounts: () => suppressedCounts(world.as(request), []),
      listSuppressions: () => listSuppressions(world.as(request), { first: 1 }),
      previewSuppression: () => previewSuppression(world.as(request), { filter: { modelName: ['m'] }, days: 1 }),
      listViews: () => listViews(world.as(request)),
      createView: () => createView(world.as(request), { name: 'v', parameters: '', isShared: false }),
      updateView: () => updateView(world.as(request), { id: foreign.id }),
      deleteView: () => deleteView(world.as(request), foreign.id),
      setDefaultView: () => setDefaultView(world.as(request), null),
      alertPeople: () => alertPeople(world.as(request), { tenantId: 'mine', search: null, first: 1 }),
      openIncident: () => openIncident(world.as(request), { title: 't', alertIds: [foreign.id] }),
      addAlerts: () => addAlerts(world.as(request), { id: foreign.incident, alertIds: [foreign.id] }),
      removeAlerts: () => removeAlerts(world.as(request), { id: foreign.incident, alertIds: [foreign.id] }),
      mergeIncidents: () => mergeIncidents(world.as(request), { id: foreign.incident, sourceIds: [foreign.merged] }),
      splitIncident: () =>
        splitIncident(world.as(request), { id: foreign.incident, title: 't', alertIds: [foreign.id] }),
      updateIncident: () => updateIncident(world.as(request), { id: foreign.incident }),
      assignIncident: () => assignIncident(world.as(request), { id: foreign.incident }),
      addIncidentComment: () => addIncidentComment(world.as(request), { id: foreign.incident, body: 'b' }),
      readIncident: () => readIncident(world.as(request), foreign.incident),
      incidentsByIds: () => incidentsByIds(world.as(request), [foreign.incident]),
      successorsOf: () => successorsOf(world.as(request), [foreign.incident]),
      countsOf: () => countsOf(world.as(request), [foreign.incident]),
      valuesOf: () => valuesOf(world.as(request), { ids: [foreign.incident], of: 'endpoint', first: 1 }),
      timelinesOf: () => timelinesOf(world.as(request), { ids: [foreign.incident], first: 1, after: null }),
      alertsOfIncidents: () =>
        alertsOfIncidents(world.as(request), { ids: [foreign.incident], first: 1, after: null, fields }),
      listIncidents: () =>
        listIncidents(world.as(request), { filter: {}, orderBy: null, first: 1, after: null, wantsTotal: true }),
      changedIncidents: () => changedIncidents(world.as(request), { ids: [foreign.incident], filter: null }),
      importInferences: () => importInferences(world.as(request), []),
      importLines: async () =>
        await importLines(world.as(request), { input: (await import('node:stream')).Readable.from([]) }),
      endpointsByKeys: () => endpointsByKeys(world.as(request), { keys: [], fields: endpointFields }),
      endpointsByNames: () =>
        endpointsByNames(world.as(request), { names: [], withSubdomains: true, first: 1, fields: endpointFields }),
      listEndpoints: () =>
        listEndpoints(world.as(request), {
          filter: null,
          first: 1,
          after: null,
          fields: endpointFields,
          wantsItems: true,
          wantsTotal: true,
        }),
      summarizeEndpoints: () => summarizeEndpoints(world.as(request), { tenantId: null }),
      modelPrecision: () => modelPrecision(world.as(request), { tenantId: null }),
      readStoreStatus: () => readStoreStatus(world.as(request)),
      callerAccess: async () => callerAccess(world.as(request), { toChange: false }),
    };
    // Fails if an operation is added without a case here.
    expect(Object.keys(attempts).toSorted()).toEqual(
      [...Object.keys(services).filter((name) => !helpers.has(name)), 'callerAccess'].toSorted(),
    );
    for (const attempt of Object.values(attempts)) await expect(attempt()).rejects.toMatchObject({ code });
  });
});

test('the setting alerts = open permits anonymous callers to read alerts, but not to import them', async () => {
  const request = requestOf(anonymous);
  expect(await countAlerts(open.as(request), {})).toBe(0);
  const unnamed = alertPeople(open.as(request), { tenantId: 'flood', search: null, first: 1 });
  await expect(unnamed).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  const rejected = { code: 'UNAUTHENTICATED', message: 'Importing inferences requires an operator token' };
  const fixture = [inference({ tenant_id: 'flood' })];
  await expect(importAll(open.alerts, fixture, anonymous)).rejects.toMatchObject(rejected);
  const input = Readable.from([Buffer.from(JSON.stringify(fixture[0]))]);
  await expect(importLines(open.as(request), { input })).rejects.toMatchObject(rejected);
  expect((await importAll(open.alerts, fixture, analystOf('flood'))).opened).toBe(1);
  expect(await countAlerts(open.as(request), {})).toBe(1);
});

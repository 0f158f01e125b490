import { describe, expect, test } from 'vitest';
import { anonymous } from '../../platform/caller.js';
import { modelPrecision } from '../../subgraphs/alerts/metrics/service.js';
import {
  changeAlertStatuses,
  submitVerdict,
  updateAlert,
} from '../../subgraphs/alerts/triage/service/change-alerts.js';
import { readAlert, transitionsOf, verdictsOf } from '../../subgraphs/alerts/triage/service/read-alerts.js';
import type { AlertStatus } from '../../subgraphs/alerts/vocabulary.js';
import {
  analystOf,
  describeAlertWorld,
  fieldsOf,
  importAll,
  inference,
  requestOf,
  start,
} from './support/alert-world.js';

const world = describeAlertWorld();
const fields = fieldsOf('status', 'notes', 'actor', 'updatedAtEpoch');
const unknown = '00000000-0000-4000-8000-000000000000';

async function openAlert(tenant_id: string, model_name = 'sage'): Promise<string> {
  const { results } = await importAll(world.alerts, [
    inference({ tenant_id, model_name, endpoint_id: `host of ${tenant_id}` }),
  ]);
  return results[0]?.alertId ?? '';
}

async function change(id: string, change: { status: AlertStatus; notes?: string | null; actor?: string | null }) {
  return await updateAlert(world.as(requestOf(analystOf(null))), { id, fields, ...change });
}

describe('updating an alert', () => {
  test('keeps omitted notes, clears empty fields, and uses the caller as the default actor', async () => {
    const id = await openAlert('update');
    expect(await change(id, { status: 'acknowledged' })).toMatchObject({ notes: '', actor: 'ada' });
    expect(await change(id, { status: 'open', notes: 'n', actor: 'r' })).toMatchObject({
      notes: 'n',
      actor: 'r',
    });
    expect(await change(id, { status: 'resolved', notes: null })).toMatchObject({
      status: 'resolved',
      notes: 'n',
      actor: 'ada',
    });
    expect(await change(id, { status: 'open', notes: '', actor: '' })).toMatchObject({
      notes: '',
      actor: null,
    });
  });

  test('keeps the stored actor when a REST request names none, and when nobody is authenticated', async () => {
    const id = await openAlert('unnamed');
    for (const request of [
      { ...requestOf(), via: 'rest' as const },
      { ...requestOf(), caller: anonymous },
    ]) {
      const input = { id, status: 'open' as const, fields };
      expect(await updateAlert(world.as(request), input)).toMatchObject({ actor: null });
      await updateAlert(world.as(request), { ...input, actor: 'r' });
      expect(await updateAlert(world.as(request), input)).toMatchObject({ actor: 'r' });
      await updateAlert(world.as(request), { ...input, actor: '' });
    }
    const [transitions = []] = await transitionsOf(world.as(), [id]);
    const who = transitions.map(({ caller, statedActor, actor }) => [caller, statedActor, actor]);
    const fromRest = [null, 'r', null, null].map((requestedActor) => [
      'command-line',
      requestedActor,
      requestedActor ?? 'command-line',
    ]);
    const fromAnonymous = [null, 'r', null, null].map((requestedActor) => [
      'anonymous',
      requestedActor,
      requestedActor,
    ]);
    expect(who).toEqual([...fromRest, ...fromAnonymous]);
  });

  test('increases updated_at, even if the clock does not advance', async () => {
    world.clock.seconds = start + 86_400;
    const id = await openAlert('updated');
    world.clock.seconds += 5;
    const first = await change(id, { status: 'open' });
    expect(first.updatedAtEpoch).toBe(start + 86_405);
    const second = await change(id, { status: 'open' });
    expect(second.updatedAtEpoch).toBeGreaterThan(start + 86_405);
  });

  test.each([unknown, 'nonsense', '', "'; drop table", '00000000000040008000000000000000'])(
    'reports %j as not found, and quotes it unchanged',
    async (id) => {
      await expect(change(id, { status: 'open' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `Alert ${id} not found`,
      });
    },
  );

  test('accepts an id in uppercase', async () => {
    const id = await openAlert('capitals');
    expect(await change(id.toUpperCase(), { status: 'resolved' })).toMatchObject({ id, status: 'resolved' });
  });

  test.each([{ notes: 'a\0b' }, { actor: 'half a pair \ud800' }])(
    'rejects text that cannot be stored: %j',
    async (invalid) => {
      const id = await openAlert('text');
      await expect(change(id, { status: 'open', ...invalid })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    },
  );
});

describe('the audit log', () => {
  test('records actor, time, old and new status, notes and interface of every change', async () => {
    world.clock.seconds = start + 90_000;
    const id = await openAlert('audit');
    await change(id, { status: 'acknowledged', notes: 'mine', actor: 'bob' });
    await submitVerdict(world.as({ ...requestOf(), via: 'rest' }), { alertId: id, isTruePositive: false, fields });
    const [transitions] = await transitionsOf(world.as(), [id]);
    const at = new Date((start + 90_000) * 1000);
    expect(transitions).toMatchObject([
      {
        at,
        fromStatus: 'open',
        toStatus: 'acknowledged',
        caller: 'ada',
        statedActor: 'bob',
        actor: 'bob',
        notes: 'mine',
        via: 'graphql',
      },
      {
        at,
        fromStatus: 'acknowledged',
        toStatus: 'false_positive',
        caller: 'command-line',
        statedActor: null,
        actor: 'command-line',
        notes: null,
        via: 'rest',
      },
    ]);
    const [verdicts] = await verdictsOf(world.as(), [id]);
    expect(verdicts).toMatchObject([
      { at, isTruePositive: false, modelName: 'sage', caller: 'command-line', statedActor: null, via: 'rest' },
    ]);
  });

  test('has an unbroken chain after 40 concurrent changes', async () => {
    const id = await openAlert('chain');
    const statuses: AlertStatus[] = ['open', 'acknowledged', 'investigating', 'resolved', 'false_positive'];
    await Promise.all(Array.from({ length: 40 }, (_, index) => change(id, { status: statuses[index % 5] ?? 'open' })));
    const [transitions = []] = await transitionsOf(world.as(), [id]);
    expect(transitions).toHaveLength(40);
    const expected = ['open', ...transitions.slice(0, -1).map((transition) => transition.toStatus)];
    expect(transitions.map((transition) => transition.fromStatus)).toEqual(expected);
  });

  test('records all of several concurrent verdicts, of which precision counts only the latest', async () => {
    const id = await openAlert('verdicts', 'contested');
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        submitVerdict(world.as(), { alertId: id, isTruePositive: index % 2 === 0, fields }),
      ),
    );
    const [verdicts = []] = await verdictsOf(world.as(), [id]);
    expect(verdicts).toHaveLength(20);
    const latest = verdicts.at(-1)?.isTruePositive === true;
    const precision = await modelPrecision(world.as(), { tenantId: 'verdicts' });
    expect(precision).toEqual([
      {
        modelName: 'contested',
        verdicts: 1,
        truePositives: latest ? 1 : 0,
        falsePositives: latest ? 0 : 1,
        precision: latest ? 1 : 0,
      },
    ]);
    expect(await readAlert(world.as(), { id, fields })).toMatchObject({
      status: latest ? 'resolved' : 'false_positive',
    });
  });
});

describe('a verdict', () => {
  test.each([
    [true, 'resolved'],
    [false, 'false_positive'],
  ])('of %s changes the status to %s', async (isTruePositive, status) => {
    const id = await openAlert(`verdict ${status}`);
    const input = { alertId: id, isTruePositive, notes: 'why', actor: 'eve', fields };
    expect(await submitVerdict(world.as(), input)).toMatchObject({
      status,
      notes: 'why',
      actor: 'eve',
    });
  });

  test('on an unknown alert is rejected without a change', async () => {
    for (const alertId of [unknown, 'nonsense']) {
      const verdict = submitVerdict(world.as(), { alertId, isTruePositive: true, fields });
      await expect(verdict).rejects.toMatchObject({ code: 'NOT_FOUND', message: `Alert ${alertId} not found` });
    }
  });

  test('counts toward the precision of its model', async () => {
    const ids = await Promise.all(
      ['precision', 'precision-2', 'precision-3'].map((tenant) => openAlert(tenant, 'precise')),
    );
    for (const [index, alertId] of ids.entries()) {
      await submitVerdict(world.as(), { alertId, isTruePositive: index > 0, fields });
    }
    const precision = await modelPrecision(world.as(), { tenantId: null });
    expect(precision.find((row) => row.modelName === 'precise')).toEqual({
      modelName: 'precise',
      verdicts: 3,
      truePositives: 2,
      falsePositives: 1,
      precision: 2 / 3,
    });
  });
});

describe('a bulk update', () => {
  test('returns a result for each id in order, and applies the valid changes', async () => {
    const [a, b] = [await openAlert('many-a'), await openAlert('many-b')];
    const ids = [a, 'nonsense', b.toUpperCase(), unknown, a];
    const results = await changeAlertStatuses(world.as(), {
      ids,
      status: 'investigating',
      notes: 'all',
      fields,
    });
    expect(results.map((result) => [result.id, result.alert?.status ?? result.message])).toEqual([
      [a, 'investigating'],
      ['nonsense', 'Alert nonsense not found'],
      [b.toUpperCase(), 'investigating'],
      [unknown, `Alert ${unknown} not found`],
      [a, 'investigating'],
    ]);
    const [transitions] = await transitionsOf(world.as(), [a]);
    expect(transitions).toHaveLength(1);
  });

  test('accepts 1000 ids and rejects one more', async () => {
    const repeatId = (count: number) => Array.from({ length: count }, () => unknown);
    const request = { status: 'open' as const, fields };
    expect(await changeAlertStatuses(world.as(), { ...request, ids: repeatId(1000) })).toHaveLength(1000);
    await expect(changeAlertStatuses(world.as(), { ...request, ids: repeatId(1001) })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });
});

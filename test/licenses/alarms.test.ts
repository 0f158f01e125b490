import { beforeEach, describe, expect, test } from 'vitest';
import { SecurityAudit } from '../../platform/audit/index.js';
import { createLog } from '../../platform/log.js';
import { SecurityEvents } from '../../platform/security-events.js';
import { CheckInAlarms } from '../../subgraphs/licenses/check-in/service/alarms.js';
import { auditEntries } from '../audit/support/entries.js';
import { openDatabaseForTest } from '../support/index.js';
import { checkIn, describeLicenseWorld, fromController, guidOf, outcomeOf } from './support/license-world.js';

const logged: Record<string, unknown>[] = [];
const log = createLog({ level: 'warn', destination: { write: (line) => logged.push(JSON.parse(line)) } });
let now = 0;
const clock = { now: () => now };

function createAlarms(settings: { windowSeconds?: number; newControllers?: number } = {}) {
  const events = new SecurityEvents({ log });
  const alarms = new CheckInAlarms({
    events,
    clock,
    settings: { windowSeconds: 3600, newControllers: 3, ...settings },
  });
  return { alarms, events };
}

beforeEach(() => {
  logged.length = 0;
  now = 1_790_000_000_000;
});

describe('alternating sources of one controller', () => {
  function checkIns(sources: readonly string[], { windowSeconds = 3600, stepSeconds = 60 } = {}): number {
    const { alarms, events } = createAlarms({ windowSeconds });
    for (const source of sources) {
      alarms.recordCheckIn(guidOf(1), source);
      now += stepSeconds * 1000;
    }
    return events.counts().get('check_in_sources_alternate') ?? 0;
  }

  test.each([
    ['one source', ['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'], 0],
    ['a controller that moves', ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2'], 0],
    ['a controller that moves and comes back', ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.1'], 0],
    ['two alternating sources', ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2'], 1],
    ['two alternating sources over a long time', Array.from({ length: 40 }, (_, index) => `10.0.0.${index % 2}`), 1],
    ['addresses of one IPv6 network', ['2001:db8::1', '2001:db8::2', '2001:db8::1', '2001:db8::2'], 0],
    ['two IPv6 networks', ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:1::2', '2001:db8:2::2'], 1],
  ])('raise the expected number of alarms: %s', (_, sources, count) => {
    expect(checkIns(sources)).toBe(count);
  });

  test('raise one alarm in each window', () => {
    const sources = ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2'];
    expect(checkIns(sources, { windowSeconds: 181, stepSeconds: 60 })).toBe(1);
    expect(checkIns(sources, { windowSeconds: 180, stepSeconds: 60 })).toBe(0);
    expect(checkIns([...sources, ...sources], { windowSeconds: 240, stepSeconds: 60 })).toBe(2);
    expect(checkIns(sources, { windowSeconds: 0 })).toBe(0);
  });

  test('are logged with the controller and the sources', () => {
    checkIns(['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2']);
    expect(logged).toMatchObject([
      {
        ...{ securityEvent: 'check_in_sources_alternate', guid: guidOf(1), source: '10.0.0.2' },
        ...{ sources: '10.0.0.1 10.0.0.2', windowSeconds: 3600 },
      },
    ]);
  });
});

test('alarms are raised again after a clock that was a year ahead is corrected', () => {
  const { alarms, events } = createAlarms();
  const yearMs = 365 * 86_400_000;
  const raise = () => {
    for (const source of ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2']) alarms.recordCheckIn(guidOf(1), source);
    for (const number of [1, 2, 3]) alarms.recordNewController(guidOf(number), '10.0.0.1');
    const counts = events.counts();
    return [counts.get('check_in_sources_alternate'), counts.get('check_in_new_controllers')];
  };
  now += yearMs;
  expect(raise()).toEqual([1, 2]);
  now -= yearMs;
  expect(raise()).toEqual([2, 4]);
});

describe('a flood of new controllers', () => {
  test('from one source raises one alarm for the source and one for the license in each window', () => {
    const { alarms } = createAlarms();
    for (const number of [1, 2, 2, 2]) alarms.recordNewController(guidOf(number), '10.0.0.1');
    expect(logged).toEqual([]);
    for (const number of [3, 4, 5, 6, 7]) alarms.recordNewController(guidOf(number), '10.0.0.1');
    expect(logged).toMatchObject([
      { securityEvent: 'check_in_new_controllers', scope: 'source', source: '10.0.0.1', count: 3 },
      { securityEvent: 'check_in_new_controllers', scope: 'license', count: 3 },
    ]);
    now += 3_600_000;
    for (const number of [1, 2, 3]) alarms.recordNewController(guidOf(number), '10.0.0.1');
    expect(logged).toHaveLength(4);
  });

  test('from many sources raises an alarm for the license', () => {
    const { alarms } = createAlarms();
    for (const number of [1, 2, 3]) alarms.recordNewController(guidOf(number), `10.0.0.${number}`);
    expect(logged).toMatchObject([{ scope: 'license' }]);
  });

  test('raises no alarm if it lasts longer than the window, or if the settings disable alarms', () => {
    const { alarms } = createAlarms();
    const off = createAlarms({ newControllers: 0 });
    for (const number of [1, 2, 3, 4]) {
      alarms.recordNewController(guidOf(number), '10.0.0.1');
      off.alarms.recordNewController(guidOf(number), '10.0.0.1');
      now += 1_800_000;
    }
    expect(logged).toEqual([]);
  });
});

test('alarms store a bounded number of controllers and sources', () => {
  const { alarms } = createAlarms({ newControllers: 1000 });
  for (let number = 0; number < 30_000; number++) {
    const source = `10.${number % 250}.${Math.floor(number / 250)}.1`;
    alarms.recordCheckIn(guidOf(number), source);
    alarms.recordNewController(guidOf(number), source);
  }
  expect(alarms.size).toEqual({ controllers: 20_000, sources: 1000 });
});

test('records alarms in the audit log under the GUID of the controller', async () => {
  const { database } = await openDatabaseForTest();
  const audit = new SecurityAudit({ database, log });
  const settings = { windowSeconds: 3600, newControllers: 2 };
  const alarms = new CheckInAlarms({ events: new SecurityEvents({ log, audit }), clock, settings });
  for (const source of ['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2']) alarms.recordCheckIn(guidOf(1), source);
  alarms.reportImpersonation({ guid: guidOf(2), certificateGuids: guidOf(3), source: '10.0.0.3' });
  for (const number of [4, 5]) alarms.recordNewController(guidOf(number), '10.0.0.4');
  await audit.close();
  const alarmsOf = async (object?: string) =>
    (await auditEntries(database, { object })).map(({ after }) => JSON.parse(after ?? ''));
  expect(await alarmsOf(`controller:${guidOf(1)}`)).toEqual([
    expect.objectContaining({ event: 'check_in_sources_alternate', count: 1, sources: '10.0.0.1 10.0.0.2' }),
  ]);
  expect(await alarmsOf(`controller:${guidOf(2)}`)).toMatchObject([
    { event: 'check_in_of_another_controller', certificateGuids: guidOf(3) },
  ]);
  expect(await alarmsOf('source:10.0.0.4')).toMatchObject([
    { event: 'check_in_new_controllers', scope: 'source' },
    { event: 'check_in_new_controllers', scope: 'license' },
  ]);
});

describe('a check-in', () => {
  const world = describeLicenseWorld({ RAMPART_LICENSES_ALARM_NEW_CONTROLLERS: '2' });
  const eventsLogged = () => world.logged.flatMap(({ securityEvent }) => securityEvent ?? []);

  beforeEach(async () => {
    await world.clear();
    world.logged.length = 0;
  });

  test('of a copied controller raises an alarm', async () => {
    for (const source of ['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.2']) {
      await checkIn(world.service, {}, fromController(source));
    }
    expect(eventsLogged()).toEqual(['check_in_sources_alternate']);
  });

  test('of a new controller counts toward the alarm even if the controller gets no seat', async () => {
    await world.files.license({ cap: 1 });
    const otherProcess = world.createReplica();
    await checkIn(otherProcess, { guid: guidOf(11) }, fromController());
    expect(eventsLogged()).toEqual([]);
    expect(await outcomeOf(checkIn(otherProcess, { guid: guidOf(12) }, fromController()))).toContain('no_seat');
    expect(eventsLogged()).toEqual(['check_in_new_controllers', 'check_in_new_controllers']);
  });
});

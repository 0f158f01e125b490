import { describe, expect, test, vi } from 'vitest';
import { admit, release, type ThrottleState } from './throttle.js';

const limits = { throttleMax: 2, throttleSeconds: 60, quietHours: null };
const state: ThrottleState = { windowStartsAt: 1000, windowCount: 0, pending: 0, held: null };
const message = (id: string, type = 'brand.hit') => ({ type, title: `Hit ${id}`, at: 0, data: { id }, lines: [] });
const event = (id: string, kind = 'brand.hit') => ({ id, kind });
const messageOf = ({ id, kind }: { id: string; kind: string }) => message(id, kind);
const three = [event('1'), event('2'), event('3', 'zone.stale')];
const allDay = { from: '00:00', to: '23:59', timeZone: 'UTC' };
const summarize = () => message('summary', 'notification.summary');

describe('admission', () => {
  test('admits messages up to the throttle and holds back the others', () => {
    expect(admit({ state, limits, now: 2000, events: three, messageOf })).toEqual({
      messages: [message('1'), message('2')],
      state: {
        ...{ windowStartsAt: 1000, windowCount: 2, pending: 2 },
        held: {
          ...{ reason: 'throttle', since: 2000, until: 2000, counts: { 'zone.stale': 1 } },
          examples: [{ type: 'zone.stale', id: '3', title: 'Hit 3' }],
        },
      },
    });
  });

  test.each([
    [1000, 1000, 0],
    [60_999, 1000, 0],
    [61_000, 61_000, 1],
    [999, 999, 1],
  ])('at the time %d counts messages in the window that started at %d', (now, windowStartsAt, admitted) => {
    const full = { ...state, windowCount: 2 };
    const result = admit({ state: full, limits, now, events: [event('1')], messageOf });
    expect(result.state.windowStartsAt).toBe(windowStartsAt);
    expect(result.messages).toHaveLength(admitted);
  });

  test.each([
    [9999, 1, undefined],
    [10_000, 0, 'backlog'],
  ])('with %d pending messages admits %d further messages', (pending, admitted, reason) => {
    const result = admit({ state: { ...state, pending }, limits, now: 2000, events: [event('1')], messageOf });
    expect(result.messages).toHaveLength(admitted);
    expect(result.state.held?.reason).toBe(reason);
  });

  test('holds back all messages during quiet hours', () => {
    const result = admit({ state, limits: { ...limits, quietHours: allDay }, now: 2000, events: three, messageOf });
    expect(result.messages).toEqual([]);
    expect(result.state).toMatchObject({ windowCount: 0, pending: 0, held: { reason: 'quiet_hours' } });
  });

  test('holds back later messages in later windows too, and counts them by kind', () => {
    const { state: stateWithHeld } = admit({ state, limits, now: 2000, events: [...three, event('4')], messageOf });
    const later = admit({ state: stateWithHeld, limits, now: 200_000, events: [event('5')], messageOf });
    expect(later.messages).toEqual([]);
    expect(later.state).toMatchObject({
      windowStartsAt: 1000,
      held: { reason: 'throttle', since: 2000, until: 200_000, counts: { 'zone.stale': 1, 'brand.hit': 2 } },
    });
  });

  test('lists the first ten events that are held back as examples, and builds no messages for the others', () => {
    const events = Array.from({ length: 14 }, (_, index) => event(`${index}`));
    const build = vi.fn(messageOf);
    const { held } = admit({ state, limits, now: 2000, events, messageOf: build }).state;
    expect(build).toHaveBeenCalledTimes(12);

    expect(held?.counts).toEqual({ 'brand.hit': 12 });
    expect(held?.examples.map(({ id }) => id)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
  });
});

describe('release', () => {
  const { state: stateWithHeld } = admit({ state, limits, now: 2000, events: three, messageOf });

  test.each([60_999, 2000])('waits for the next window at the time %d', (now) => {
    expect(release({ state: stateWithHeld, limits, now, summarize })).toEqual({ state: stateWithHeld, messages: [] });
  });

  test('sends a summary in the next window and counts it as a message', () => {
    expect(release({ state: stateWithHeld, limits, now: 61_000, summarize })).toEqual({
      state: { windowStartsAt: 61_000, windowCount: 1, pending: 3, held: null },
      messages: [summarize()],
    });
  });

  test('summarizes the counts of the events that are held back', () => {
    const { messages } = release({
      ...{ state: stateWithHeld, limits, now: 61_000 },
      summarize: ({ counts }) => message(JSON.stringify(counts)),
    });
    expect(messages).toEqual([message('{"zone.stale":1}')]);
  });

  test('waits for the end of quiet hours', () => {
    const quiet = { ...limits, quietHours: allDay };
    expect(release({ state: stateWithHeld, limits: quiet, now: 61_000, summarize })).toEqual({
      state: stateWithHeld,
      messages: [],
    });
  });

  test('sends nothing if nothing is held back', () => {
    expect(release({ state, limits, now: 61_000, summarize })).toEqual({ state, messages: [] });
  });
});

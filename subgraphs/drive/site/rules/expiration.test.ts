import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readExpiration } from './expiration.js';

const now = Date.UTC(2026, 10, 20) / 1000;

describe('the expiration time of a subscription', () => {
  test.each([
    ['2026-11-30T18:23:45Z', '2026-11-30T18:23:45.000Z'],
    ['2026-11-30T18:23:45.9356913Z', '2026-11-30T18:23:45.935Z'],
    ['2026-11-30T18:23Z', '2026-11-30T18:23:00.000Z'],
    ['2026-11-30t18:23:45z', '2026-11-30T18:23:45.000Z'],
    ['2026-11-30T18:23:45+02:00', '2026-11-30T16:23:45.000Z'],
    ['2026-11-30T18:23:45-0530', '2026-11-30T23:53:45.000Z'],
    ['2026-11-30T18:23:45', '2026-11-30T18:23:45.000Z'],
    ['2026-11-30T18:23:45.123456', '2026-11-30T18:23:45.123Z'],
  ])('%s is %s, whatever the time zone of the server is', (text, time) => {
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
      vi.stubEnv('TZ', zone);
      expect(new Date(readExpiration(text, now) * 1000).toISOString()).toBe(time);
    }
  });

  test.each([
    ...[undefined, null, '', 'tomorrow', '2026-11-30', '2026-11-30 18:23:45Z', '2026-11-30T18:23:45Z (UTC)'],
    ...['2026-11-31T00:00:00Z', '2026-12-32T00:00:00Z', '2026-11-30T25:00:00Z', '2026-11-30T18:23:45+2'],
  ])('cannot be %j', (text) => {
    expect(() => readExpiration(text, now)).toThrow('expirationDateTime must be an ISO 8601 time');
  });

  test('is after now, and at most 42300 minutes later', () => {
    const at = (seconds: number) => new Date((now + seconds) * 1000).toISOString();
    const max = 42_300 * 60;
    expect([readExpiration(at(0.001), now), readExpiration(at(max), now)]).toEqual([now + 0.001, now + max]);
    expect(() => readExpiration(at(0), now)).toThrow('expirationDateTime is not in the future');
    expect(() => readExpiration(at(max + 0.001), now)).toThrow('can only be 42300 minutes in the future');
  });
});

import { describe, expect, test } from 'vitest';
import { describeRelease } from './release.js';

const now = Date.parse('2026-11-30T12:00:00Z');
const controller = { guid: 'guid-1', isBlacklisted: false, machineFileExpiresAt: null };

describe('the text of a release', () => {
  test('names the GUID, and how to prevent another registration', () => {
    expect(describeRelease(controller, now)).toBe(
      'The seat of the controller guid-1 is freed. Its next check-in registers it again if a seat is free; to prevent that, add it to the blacklist.',
    );
  });

  test('does not promise a registration of a controller on the blacklist', () => {
    expect(describeRelease({ ...controller, isBlacklisted: true }, now)).toBe(
      'The seat of the controller guid-1 is freed. Its check-ins are rejected while it is on the blacklist.',
    );
  });

  test('mentions a machine file until it expires', () => {
    const textAt = (machineFileExpiresAt: string) => describeRelease({ ...controller, machineFileExpiresAt }, now);
    expect(textAt('2026-12-01T12:00:00Z')).toMatch(/With its machine file, it can run without a seat until .*2026/);
    expect(textAt('2026-11-30T12:00:00Z')).not.toContain('machine file');
  });
});

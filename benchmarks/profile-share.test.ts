import { expect, test } from 'vitest';
import { type CpuProfile, shareOf } from './profile-share.js';

test('computes the share of CPU time of files at the end of a profile, excluding idle time', () => {
  const frames = [
    ['', '(root)'],
    ['', '(idle)'],
    ['file:///tracing/span.js', 'begin'],
    ['node:http', 'end'],
  ] as const;
  const samples = [2, 2, 1, 3, 2, 3, 1];
  const profile: CpuProfile = {
    nodes: frames.map(([url, functionName], id) => ({ id, callFrame: { url, functionName } })),
    samples,
    timeDeltas: samples.map(() => 500_000),
  };
  expect(shareOf(profile, /\/tracing\//, 2.5)).toEqual({ share: 1 / 3, samples: 3 });
  expect(shareOf(profile, /\/tracing\//, 60)).toEqual({ share: 3 / 5, samples: 5 });
  expect(shareOf(profile, /nothing/, 60).share).toBe(0);
});

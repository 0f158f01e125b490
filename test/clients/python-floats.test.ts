import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { floatToJson } from '../../rest-adapters/alerts/python-float.js';
import { findPython } from './support/python.js';

const python = findPython('import json');
if (python === undefined) console.log('Python is not installed: floats are compared with a table only.');

test.skipIf(python === undefined)('floats in responses have the format of Python', () => {
  const anywhere = fc.double({ noNaN: true, noDefaultInfinity: true });
  const times = fc.double({ min: 0, max: 2 ** 32, noNaN: true }).map((seconds) => Math.round(seconds * 1000) / 1000);
  const nearBounds = fc.double({ min: -17, max: 17, noNaN: true }).map((exponent) => 10 ** exponent);
  const whole = fc.maxSafeInteger();
  const floats = fc
    .sample(fc.oneof(anywhere, times, nearBounds, whole), 20_000)
    .filter((float) => !Object.is(float, -0));
  const program =
    'import json, sys; print(json.dumps([float(each) for each in json.load(sys.stdin)], separators=(",", ":")))';
  const { stdout, stderr } = spawnSync(python ?? '', ['-c', program], {
    input: JSON.stringify(floats),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.stringify(floats.map(floatToJson)).split(',')).toEqual(stdout.trim().split(','));
});

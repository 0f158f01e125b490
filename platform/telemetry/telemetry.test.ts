import { expect, test } from 'vitest';
import { tracesUrl } from './telemetry.js';

test.each([
  ['http://collector:4318', 'http://collector:4318/v1/traces'],
  ['https://example.com/otlp/', 'https://example.com/otlp/v1/traces'],
  ['http://collector:4318/v1/traces', 'http://collector:4318/v1/traces'],
])('traces for the endpoint %s are sent to %s', (endpoint, url) => {
  expect(tracesUrl(endpoint)).toBe(url);
});

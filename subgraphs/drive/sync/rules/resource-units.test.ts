import { expect, test } from 'vitest';
import { resourceUnits, throttledResource } from './resource-units.js';

test.each([
  ['GET', '/v1.0/sites/contoso.sharepoint.com:/sites/security', 1],
  ['GET', '/v1.0/sites/s/drive/items/i/content', 1],
  ['GET', '/v1.0/sites/s/drive/root/delta', 2],
  ['GET', '/v1.0/sites/s/drive/root/delta?token=t', 1],
  ['GET', '/v1.0/sites/s/drives', 2],
  ['GET', '/v1.0/subscriptions', 2],
  ['GET', '/v1.0/subscriptions/1', 1],
  ['POST', '/v1.0/subscriptions', 2],
  ['PATCH', '/v1.0/subscriptions/1', 2],
])('%s %s costs %d resource units', (method, path, units) => {
  expect(resourceUnits({ method, url: new URL(path, 'https://graph.microsoft.com') })).toBe(units);
});

test.each([
  ['https://graph.microsoft.com/v1.0/sites/s/drive', 'https://graph.microsoft.com/v1.0/sites'],
  ['https://graph.microsoft.com/v1.0/drives/d/root', 'https://graph.microsoft.com/v1.0/sites'],
  ['https://graph.microsoft.com/v1.0/subscriptions/1', 'https://graph.microsoft.com/v1.0/subscriptions'],
  ['https://contoso.sharepoint.com/download/v1.0/sites', 'https://contoso.sharepoint.com'],
])('requests to %s share the limits of %s', (url, resource) => {
  expect(throttledResource(new URL(url))).toBe(resource);
});

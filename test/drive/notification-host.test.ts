import { expect, test } from 'vitest';
import { send } from '../gateway/support/send.js';
import { folderMirror, serveDrive } from './support/folder-mirror.js';

// A proxy that preserves the Host header forwards requests of the document site to this URL.
const mirror = await folderMirror({ RAMPART_DRIVE_NOTIFICATION_URL: 'https://hooks.example/drive/notifications' });
const { url } = await serveDrive(mirror.platform);

test.each([
  ['hooks.example', 200, 202],
  ['Hooks.Example.:443', 200, 202],
  ['rebound.example', 421, 421],
])('a validation with the hostname %s returns %i, and a notification %i', async (host, ...statuses) => {
  const body = JSON.stringify({ value: [] });
  const validation = await send(`${url}/drive/notifications?validationToken=token`, {
    method: 'POST',
    headers: { host },
  });
  const headers = { host, 'content-type': 'application/json' };
  const notification = await send(`${url}/drive/notifications`, { method: 'POST', headers, body });
  expect([validation.status, notification.status]).toEqual(statuses);
  expect(validation.body === 'token').toBe(validation.status === 200);
});

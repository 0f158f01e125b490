import { expect, test } from 'vitest';
import { drivePaths } from './drive-paths.js';

test.each([
  ['/v1.0/sites/{site_id}/drive', ['/v1.0/drives/{drive_id}']],
  ['/v1.0/sites/{site_id}/drive/root/delta', ['/v1.0/drives/{drive_id}/root/delta']],
  [
    '/v1.0/sites/{site_id}/drive/root:/{item_path}:/children',
    [
      '/v1.0/sites/{site_id}/drive/items/{folder_id}:/{item_path}:/children',
      '/v1.0/drives/{drive_id}/root:/{item_path}:/children',
      '/v1.0/drives/{drive_id}/items/{folder_id}:/{item_path}:/children',
    ],
  ],
  ['/v1.0/sites/{site_id}', []],
  ['/v1.0/sites/{site_id}/drives', []],
  ['/drive/notifications', []],
])('the path %s has the equivalent paths %j', (path, forms) => {
  expect(drivePaths(path)).toEqual(forms);
});

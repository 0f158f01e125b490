import { expect, test } from 'vitest';
import { DrivePermission } from '../vocabulary.js';
import { explainRejection } from './rejections.js';

const site = 'contoso.sharepoint.com:/sites/security';
const read = DrivePermission.SITES_READ;
const manage = DrivePermission.SITES_MANAGE;

function explained(status: number, codes: string[], roles: string[] | null, needs: DrivePermission = read) {
  return explainRejection({ status, codes, needs, access: { roles, site } });
}

test.each([['malwareDetected'], ['virusSuspicious'], ['VirusInfected']])('the code %s reports malware', (code) => {
  for (const status of [403, 422]) {
    expect(explained(status, ['accessDenied', code], null)).toEqual({ reason: 'malware', hint: '', code });
  }
});

test('a status other than 403 is a rejection without a hint', () => {
  expect(explained(400, ['invalidRequest'], [])).toEqual({ reason: 'rejected', hint: '' });
});

test.each<[string, string[] | null]>([
  ['is not readable', null],
  ['lacks the permission', ['Files.Read.All']],
  ['has the permission alongside Sites.Selected', ['Sites.Selected', read]],
])('the rejection of a token that %s names the required permission', (_, roles) => {
  expect(explained(403, ['accessDenied'], roles)).toEqual({
    reason: 'missing_permission',
    hint: ` (the application requires the permission ${read} with admin consent)`,
  });
});

test.each([
  ['read', read],
  ['manage', manage],
])('a rejected application with Sites.Selected requires the role %s on the site', (role, needs) => {
  const { reason, hint } = explained(403, [], ['Sites.Selected'], needs);
  expect(reason).toBe('site_not_granted');
  expect(hint).toContain(`the role ${role} on ${site}: an administrator grants it`);
});

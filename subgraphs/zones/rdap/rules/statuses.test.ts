import { expect, test } from 'vitest';
import { readStatuses } from './statuses.js';

/** The EPP statuses whose RDAP name has the same words (RFC 8056, section 2). */
const eppNames = [
  'addPeriod',
  'autoRenewPeriod',
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
  'inactive',
  'pendingCreate',
  'pendingDelete',
  'pendingRenew',
  'pendingRestore',
  'pendingTransfer',
  'pendingUpdate',
  'redemptionPeriod',
  'renewPeriod',
  'serverDeleteProhibited',
  'serverHold',
  'serverRenewProhibited',
  'serverTransferProhibited',
  'serverUpdateProhibited',
  'transferPeriod',
];

test('a status of a registry is read without the URL after it', () => {
  expect(readStatuses(['locked https://registry.example/locked'])).toEqual(['locked']);
});

test.each(eppNames)('the RDAP status of %s is mapped to its EPP name', (eppName) => {
  const rdapName = eppName.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  expect(readStatuses([rdapName])).toEqual([eppName]);
});

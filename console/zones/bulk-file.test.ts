import { expect, test } from 'vitest';
import { type Result, resultFile } from './bulk-file.js';

const lifecycle = { registered: '2020-01-02T03:04:05.000Z', expires: null, lastChanged: '2020-01-02T03:04:05.500Z' };
const found = {
  ...{ domain: 'a.example', status: 'FOUND', reason: null, message: null, fetchedAt: '2026-03-01T12:00:30.000Z' },
  dossier: {
    ...{ registrar: { name: '=Registrar, Inc.', ianaId: '7' }, lifecycle, statuses: ['ok'], dnssec: true },
    ...{ nameservers: ['ns1.example.'], abuseContacts: [{ email: 'abuse@registrar.example' }, { email: null }] },
  },
} as Result;
const waiting = { domain: 'b.example', status: 'WAITING', reason: null, message: null, fetchedAt: null } as Result;

test('results are saved with times in Unix epoch seconds and DNSSEC as a boolean, as by the command line', async () => {
  const [first = '', second = ''] = (await resultFile('ndjson', [found, waiting]).text()).split('\n');
  expect(JSON.parse(first)).toEqual({
    ...{ domain: 'a.example', status: 'found', reason: null, message: null, fetched_at: 1_772_366_430 },
    ...{ registrar: '=Registrar, Inc.', registrar_iana_id: '7', registered_at: 1_577_934_245, expires_at: null },
    ...{ last_changed_at: 1_577_934_245.5, statuses: ['ok'], nameservers: ['ns1.example.'], dnssec: true },
    abuse_emails: ['abuse@registrar.example'],
  });
  expect(JSON.parse(second)).toMatchObject({ status: 'waiting', fetched_at: null, registered_at: null, dnssec: null });
});

test('results are saved as CSV without formulas', async () => {
  expect((await resultFile('csv', [found]).text()).split('\r\n')[1]).toBe(
    `a.example,found,,,1772366430,"'=Registrar, Inc.",7,1577934245,,1577934245.5,"[""ok""]","[""ns1.example.""]",true,"[""abuse@registrar.example""]"`,
  );
});

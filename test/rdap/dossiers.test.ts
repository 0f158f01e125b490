import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { readDossier } from '../../subgraphs/zones/rdap/rules/dossier.js';
import { classifyResponse } from '../../subgraphs/zones/rdap/rules/response.js';

const folder = join(projectRoot, 'test/fixtures/rdap');

/** Expected values, read manually from each file. Dates are UTC, including dates without a zone. */
const expected = {
  'abc.xyz.json': {
    domain: 'abc.xyz',
    handle: 'D2192285-CNIC',
    registrar: { name: 'MarkMonitor Inc.', ianaId: '292', url: null },
    lifecycle: {
      registered: '2014-03-20T12:59:17.000Z',
      expires: '2025-03-20T07:00:00.000Z',
      lastChanged: '2019-11-07T17:16:24.000Z',
      transferred: null,
      rdapUpdated: '2021-05-07T02:50:55.000Z',
    },
    statuses: ['clientUpdateProhibited', 'clientTransferProhibited', 'clientDeleteProhibited'],
    abuseContacts: [{ email: 'abusecomplaints@markmonitor.com', phone: '+1.2083895770', source: 'registrar' }],
    nameservers: ['ns1.google.com', 'ns2.google.com', 'ns3.google.com', 'ns4.google.com'],
    dnssec: false,
  },
  'amazon.ooo.json': {
    domain: 'amazon.ooo',
    handle: 'D63507059-CNIC',
    registrar: { name: 'NOM-IQ Ltd dba Com Laude', ianaId: '470', url: null },
    lifecycle: {
      registered: '2014-10-23T00:00:00.000Z',
      expires: '2021-10-23T00:00:00.000Z',
      lastChanged: '2021-03-29T22:55:53.000Z',
      transferred: null,
      rdapUpdated: '2021-05-04T00:44:13.547Z',
    },
    statuses: ['clientDeleteProhibited', 'clientTransferProhibited', 'clientUpdateProhibited'],
    abuseContacts: [{ email: 'abuse@comlaude.com', phone: '+44.2074218250', source: 'registrar' }],
    nameservers: ['nsgbr.comlaude.co.uk', 'nssui.comlaude.ch', 'nsusa.comlaude.net'],
    dnssec: false,
  },
  'bad_response_01.json': {
    domain: 'something-not-real.com',
    handle: null,
    // The registrar's card is empty; its name is in the abuse contact, which also has the role of a registrar.
    registrar: { name: 'OwnRegistrar Inc', ianaId: '1250', url: 'www.ownregistrar.com' },
    lifecycle: {
      registered: '2023-07-05T00:00:00.000Z',
      expires: '2024-07-05T00:00:00.000Z',
      lastChanged: '2023-07-05T00:00:00.000Z',
      transferred: null,
      rdapUpdated: '2023-10-02T15:31:50.000Z',
    },
    statuses: ['ok'],
    abuseContacts: [{ email: 'abuse@ownregistrar.com', phone: '+1.212 401 6235', source: 'registrar' }],
    nameservers: ['a.share-dns.com', 'b.share-dns.net'],
    dnssec: false,
  },
  'bitcoin.org.json': {
    domain: 'bitcoin.org',
    handle: 'D153621148-LROR',
    // 1068 is in the text alongside the registrar's name, without being identified as IANA's number.
    registrar: { name: 'NAMECHEAP INC', ianaId: null, url: null },
    lifecycle: {
      registered: '2008-08-18T13:19:55.000Z',
      expires: '2029-08-18T13:19:55.000Z',
      lastChanged: '2019-11-24T13:58:35.000Z',
      transferred: null,
      rdapUpdated: '2021-05-07T02:36:33.000Z',
    },
    statuses: ['clientTransferProhibited'],
    abuseContacts: [{ email: 'abuse@namecheap.com', phone: '+1.6613102107', source: 'domain' }],
    nameservers: ['dns1.registrar-servers.com', 'dns2.registrar-servers.com'],
    dnssec: false,
  },
  'example.cz.json': {
    domain: 'example.cz',
    handle: 'example.cz',
    // This registry returns no cards of registrars, only their handles.
    registrar: { name: 'REG-INTERNET-CZ', ianaId: null, url: null },
    lifecycle: {
      registered: '2004-08-30T22:55:00.000Z',
      expires: '2019-08-30T12:00:00.000Z',
      lastChanged: null,
      transferred: '2007-01-25T02:05:00.000Z',
      rdapUpdated: null,
    },
    statuses: ['ok'],
    abuseContacts: [],
    nameservers: ['ns2.pipni.cz', 'ns3.pipni.cz', 'ns.pipni.cz'],
    dnssec: null,
  },
  'google.com.json': {
    domain: 'google.com',
    handle: '2138514_DOMAIN_COM-VRSN',
    registrar: { name: 'MarkMonitor Inc.', ianaId: '292', url: null },
    lifecycle: {
      registered: '1997-09-15T07:00:00.000Z',
      expires: '2028-09-13T07:00:00.000Z',
      lastChanged: '2019-09-09T15:39:04.000Z',
      transferred: null,
      rdapUpdated: '2021-04-14T02:30:22.000Z',
    },
    statuses: [
      'clientUpdateProhibited',
      'clientTransferProhibited',
      'clientDeleteProhibited',
      'serverUpdateProhibited',
      'serverTransferProhibited',
      'serverDeleteProhibited',
    ],
    abuseContacts: [{ email: 'abusecomplaints@markmonitor.com', phone: '+1.2083895770', source: 'registrar' }],
    nameservers: ['ns1.google.com', 'ns2.google.com', 'ns3.google.com', 'ns4.google.com'],
    dnssec: false,
  },
  'norid-domain.json': {
    domain: 'norway.no',
    handle: 'NOR34044D-NORID',
    registrar: { name: 'Domeneshop AS', ianaId: null, url: 'https://domeneshop.no' },
    lifecycle: {
      registered: '2017-01-24T12:09:23.000Z',
      expires: null,
      lastChanged: '2021-01-14T05:16:59.000Z',
      transferred: null,
      rdapUpdated: null,
    },
    statuses: [],
    // Customer service is not an abuse contact.
    abuseContacts: [],
    nameservers: ['ns1-09.azure-dns.com', 'ns2-09.azure-dns.net', 'ns3-09.azure-dns.org', 'ns4-09.azure-dns.info'],
    dnssec: null,
  },
} as const;

describe('a dossier contains the data of a real response', () => {
  test.each(Object.entries(expected))('%s', (file, { domain, lifecycle, ...content }) => {
    const body: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const source = `https://rdap.example/domain/${domain}`;
    const fetchedAt = new Date('2026-01-01');
    expect(classifyResponse(body)).toBe('domain');
    const dossier = readDossier({ domain, source, body, fetchedAt, cached: false });
    expect(JSON.parse(JSON.stringify(dossier.lifecycle))).toEqual(lifecycle);
    expect(dossier).toEqual({
      ...{ ...content, domain, source, fetchedAt, lifecycle: dossier.lifecycle, cached: false },
      unicodeName: domain,
      redacted: [],
      raw: body,
    });
  });
});

import { describe, expect, test } from 'vitest';
import { selfSignedCertificateFiles } from '../../gateway/index.js';
import { checkPath, guidOf, listPath, report, startLicensesServer } from '../rest/support/licenses-server.js';
import { type ControllerRecord, checkLicense, getLicenses } from './generated/rest-client.js';
import { describeClients } from './support/describe-clients.js';

/** The requests in part A, section 4, of the license service's specification, as clients send them over TLS. */
const server = await startLicensesServer();
const { url } = server;
const { certificateFile } = selfSignedCertificateFiles('licenses', { dataDir: server.files.folder });
server.files.write(
  'departments.json',
  JSON.stringify([{ name: 'field', addresses: ['10.9.0.0/16'], configuration: { collector: 'collector.example' } }]),
);

describeClients({ certificateFile }, (client, number) => {
  async function check(differences: Record<string, unknown>): Promise<unknown[]> {
    const json = report({ guid: guidOf(number), ...differences });
    const { status, headers, body } = await client.send({ method: 'POST', url: url + checkPath, json });
    expect(headers['content-type']).toBe('application/json');
    return [status, JSON.parse(body)];
  }

  test('checks in and is listed', async () => {
    expect(await check({ hostname: `Steuerung-${number} ü` })).toEqual([
      200,
      { message: 'Valid License', default: {} },
    ]);
    expect(await check({ ip_addresses: ['192.0.2.1', '10.9.1.1'] })).toEqual([
      200,
      { message: 'Valid License', default: { collector: 'collector.example' } },
    ]);
    const { status, body } = await client.send({ method: 'GET', url: url + listPath });
    expect([status, JSON.parse(body)]).toEqual([
      200,
      {
        active_controllers: expect.arrayContaining([
          {
            guid: guidOf(number),
            timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
            ip_addr: '127.0.0.1',
            hostname: `Steuerung-${number} ü`,
          },
        ]),
      },
    ]);
  });

  test('receives the documented errors', async () => {
    expect(await check({ os: undefined })).toEqual([400, { message: 'Os is required' }]);
    expect(await check({ guid: 'no guid' })).toEqual([400, { message: 'Invalid GUID format' }]);
    const { status, headers, body } = await client.send({ method: 'GET', url: url + checkPath });
    expect([status, headers.allow, JSON.parse(body)]).toEqual([405, 'POST', { message: 'Method Not Allowed' }]);
  });
});

describe('a client generated from the OpenAPI description', () => {
  const options = { baseUrl: url, certificateFile };
  const record: ControllerRecord = {
    guid: guidOf(99),
    hostname: 'controller-99',
    version: '4.1.0',
    ip_addresses: ['10.9.1.1'],
    mac_address: '00:00:5e:00:53:01',
    os: 'linux',
    label: '',
    logdir: '/var/log/controller',
  };

  test('checks in, is listed, and receives the documented errors', async () => {
    const checked = await checkLicense(record, options);
    if (checked.status !== 200) throw new Error(`the check was rejected: ${checked.status}`);
    expect(checked.data).toEqual({ message: 'Valid License', default: { collector: 'collector.example' } });
    const listed = await getLicenses(options);
    if (listed.status !== 200) throw new Error(`the list was rejected: ${listed.status}`);
    expect(listed.data.active_controllers.map(({ guid }) => guid)).toContain(guidOf(99));
    const rejected = await checkLicense({ ...record, guid: '1' }, options);
    expect(rejected).toMatchObject({ status: 400, data: { message: 'Invalid GUID format' } });
  });
});

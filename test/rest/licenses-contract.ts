/**
 * The documented endpoints of the license service as data: specification, part A of sections 4, 7 and 8. Ids are
 * permanent. Expectations are literals, not derived from the code under test.
 */
import type { LicenseFolder } from '../licenses/support/license-world.js';
import { guidOf, report } from './support/licenses-server.js';

/** State of the service for a request. */
export type LicenseWorld =
  | 'serving'
  /** The rate limit of one request was used up before. */
  | 'limited'
  /** The settings require an enrolment secret. */
  | 'secret'
  /** The database cannot be reached. */
  | 'detached'
  /** An unexpected error occurs. */
  | 'broken'
  /** The request times out. */
  | 'slow';

export interface LicenseCase {
  readonly id: string;
  readonly status: number;
  readonly world: LicenseWorld;
  /** Changes the default files: a license of 100 seats, an empty blacklist, no departments. */
  readonly files?: (files: LicenseFolder) => unknown;
  /** GUIDs of controllers that have checked in before, in order. */
  readonly registered?: readonly string[];
  /** Body of a POST. */
  readonly body?: string;
  /** The whole body of the response. */
  readonly response: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LicenseEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly cases: readonly LicenseCase[];
}

const valid = JSON.stringify(report());
/** Seconds until midnight; the clock is stopped at 14:13:20 UTC. */
const untilMidnight = '35200';
const message = (text: string) => ({ message: text });
const noLicense = (files: LicenseFolder) => files.write('license.jws', '');
const oneSeat = (files: LicenseFolder) => files.license({ cap: 1 });

function check(id: string, status: number, response: unknown, rest: Partial<LicenseCase> = {}): LicenseCase {
  return { id: `LICENSES-CHECK-${status}${id}`, status, world: 'serving', body: valid, response, ...rest };
}

function list(id: string, status: number, response: unknown, rest: Partial<LicenseCase> = {}): LicenseCase {
  return { id: `LICENSES-LIST-${status}${id}`, status, world: 'serving', response, ...rest };
}

/** Statuses of both endpoints. */
function general(one: typeof check): LicenseCase[] {
  const authenticate = { 'www-authenticate': 'Bearer realm="rampart licenses"' };
  return [
    one('', 401, message('The enrolment secret is required'), { world: 'secret', headers: authenticate }),
    one('', 429, message('Too many requests'), { world: 'limited', headers: { 'retry-after': untilMidnight } }),
    one('', 500, message('Internal Server Error'), { world: 'broken' }),
    one('', 503, message('The database cannot be reached'), { world: 'detached', headers: { 'retry-after': '5' } }),
    one('', 504, message('The request timed out. Request less data at once, or try again later.'), { world: 'slow' }),
  ];
}

function without(field: string): string {
  return JSON.stringify(report({ [field]: undefined }));
}

export const licensesContract: readonly LicenseEndpoint[] = [
  {
    id: 'LICENSES-CHECK',
    method: 'POST',
    path: '/api/check-license/',
    cases: [
      check('', 200, { message: 'Valid License', default: {} }),
      check(
        '-DEPARTMENT',
        200,
        { message: 'Valid License', default: { log_level: 'debug', tags: ['lab'] } },
        {
          files: (files) =>
            files.write(
              'departments.json',
              JSON.stringify([
                { name: 'elsewhere', addresses: ['192.0.2.0/24'], configuration: { log_level: 'none' } },
                { name: 'lab', addresses: ['10.1.0.0/16'], configuration: { log_level: 'debug', tags: ['lab'] } },
                { name: 'later', addresses: ['10.1.2.3'], configuration: {} },
              ]),
            ),
        },
      ),
      check('-AGAIN', 200, { message: 'Valid License', default: {} }, { registered: [guidOf(1)], files: oneSeat }),
      check('-JSON', 400, message('Invalid JSON'), { body: '{"guid":' }),
      check('-GUID-MISSING', 400, message('Guid is required'), { body: without('guid') }),
      check('-HOSTNAME-MISSING', 400, message('Hostname is required'), { body: without('hostname') }),
      check('-VERSION-MISSING', 400, message('Version is required'), { body: without('version') }),
      check('-IP-ADDRESSES-MISSING', 400, message('Ip_addresses is required'), { body: without('ip_addresses') }),
      check('-MAC-ADDRESS-MISSING', 400, message('Mac_address is required'), { body: without('mac_address') }),
      check('-OS-MISSING', 400, message('Os is required'), { body: without('os') }),
      check('-LABEL-MISSING', 400, message('Label is required'), { body: without('label') }),
      check('-LOGDIR-MISSING', 400, message('Logdir is required'), { body: without('logdir') }),
      check('-GUID', 400, message('Invalid GUID format'), { body: JSON.stringify(report({ guid: '1234' })) }),
      check('-LICENSE', 403, message('Invalid license'), { files: noLicense }),
      check('-BLACKLIST', 403, message('Controller is blacklisted'), {
        files: (files) => files.write('blacklist.txt', `# lost\n${guidOf(1).toUpperCase()}\n`),
      }),
      check('-CAP', 403, message('No devices available'), { files: oneSeat, registered: [guidOf(2)] }),
      check('', 413, message('Content Too Large'), { body: JSON.stringify(report({ label: 'x'.repeat(1_100_000) })) }),
      ...general(check),
    ],
  },
  {
    id: 'LICENSES-LIST',
    method: 'GET',
    path: '/api/get-licenses/',
    cases: [
      list('', 200, { active_controllers: [] }),
      list(
        '-ONE',
        200,
        {
          active_controllers: [
            { guid: guidOf(1), timestamp: '2026-09-22 16:13:20', ip_addr: '127.0.0.1', hostname: 'controller-1' },
          ],
        },
        { registered: [guidOf(1)] },
      ),
      list('', 403, message('Invalid license'), { files: noLicense }),
      ...general(list),
    ],
  },
];

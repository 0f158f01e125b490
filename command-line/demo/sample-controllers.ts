import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localRequest } from '../../platform/caller.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { daySeconds } from '../../platform/durations.js';
import type { Platform } from '../../platform/subgraph.js';
import { createLicenseKeys, createLicenseService, issueLicense } from '../../subgraphs/licenses/index.js';
import { seededRandom } from './seeded-random.js';

const cap = 60;
const controllerCount = 52;
/** One in this many controllers is silent at the end of the sample. */
const silentInterval = 9;
/** The tenants of the sample alerts, so both samples have the same machines. */
const sites = ['northwind', 'contoso', 'fabrikam'];
const versions = ['4.0.2', '4.1.0', '4.1.0', '4.1.3'];

/** Entitlements of the license, for controllers that request them. */
const entitlements = { modules: ['network', 'identity'], max_events_per_second: 500 };

type SampleSettings = Pick<
  Configuration['licenses'],
  | 'licenseFile'
  | 'publicKeyFile'
  | 'departmentsFile'
  | 'blacklistFile'
  | 'signingKeyFile'
  | 'leaseDays'
  | 'currentVersion'
>;

/**
 * Writes a license that expires soon, departments, a blacklist and a signing key to a directory.
 * @param nowSeconds the current time in Unix epoch seconds
 * @returns the settings with their paths, a lease, and a current version that most controllers do not have
 */
export async function writeSampleLicense(folder: string, nowSeconds: number): Promise<SampleSettings> {
  const { privateKey, publicKey } = await createLicenseKeys();
  const issuedAt = new Date((nowSeconds - 30 * daySeconds) * 1000);
  const expiresAt = new Date((nowSeconds + 25 * daySeconds) * 1000);
  const license = await issueLicense({
    ...{ customer: 'Sample Holding', cap, issuedAt, expiresAt, graceDays: 14, entitlements, privateKey },
  });
  const signing = await createLicenseKeys();
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  return {
    ...{ leaseDays: 30, currentVersion: '4.1.3' },
    licenseFile: write('sample-license.jws', license.text),
    signingKeyFile: write('sample-signing-private.pem', signing.privateKey),
    publicKeyFile: write('sample-license-public.pem', publicKey),
    departmentsFile: write('sample-departments.json', JSON.stringify(departments, undefined, 2)),
    blacklistFile: write('sample-blacklist.txt', `# Stolen last week.\n${guidOf(7)}\n${guidOf(900)}\n`),
  };
}

/** Departments for two of the three sites. */
const departments = sites.slice(0, 2).map((name, index) => ({
  name,
  addresses: [`10.${10 + index}.0.0/16`],
  configuration: { collector: `collector.${name}.example`, interval_seconds: 60 * (index + 1) },
}));

/**
 * Simulates two weeks of check-ins. Each controller checks in every third day, and most controllers also at the end;
 * some check-ins are rejected. Seats are counted after each check-in.
 */
export async function checkInSample(platform: Platform): Promise<void> {
  const random = seededRandom(3);
  const clock = { seconds: 0, now: () => clock.seconds * 1000 };
  const { configuration } = platform;
  const service = createLicenseService({ ...platform, clock });
  const beforeTheft = createLicenseService({
    ...platform,
    clock,
    configuration: { ...configuration, licenses: { ...configuration.licenses, blacklistFile: '' } },
  });
  const nowSeconds = platform.clock.now() / 1000;
  const checkIns = Array.from({ length: controllerCount }, (_, number) => {
    const first = nowSeconds - (14 - number / 4) * daySeconds;
    const times = Math.ceil((nowSeconds - first) / (3 * daySeconds));
    const earlierCheckIns = Array.from({ length: times }, (_, time) => ({ number, at: first + time * 3 * daySeconds }));
    return number % silentInterval === 0 ? earlierCheckIns : [...earlierCheckIns, { number, at: nowSeconds }];
  }).flat();
  const run = async (name: string) => await service.jobs.find((job) => job.name === name)?.run({});
  for (const { number, at } of checkIns.toSorted((a, b) => a.at - b.at)) {
    clock.seconds = at - random() * 1800;
    const { request, report } = sampleReport(number, random);
    const target = at < nowSeconds - 8 * daySeconds ? beforeTheft : service;
    // Rejected check-ins are part of the sample.
    await target.checkLicense(request, { report, isMalformed: false }).catch(() => undefined);
    await run('licenses.count-seats');
  }
  await run('licenses.append-usage');
  clock.seconds = nowSeconds;
  await run('licenses.check-warnings');
}

function sampleReport(number: number, random: () => number) {
  const site = number % sites.length;
  const host = Math.floor(number / sites.length);
  const name = `${host % 3 === 0 ? 'srv' : 'ws'}-${String(host + 1).padStart(3, '0')}.${sites[site]}.example`;
  const isBroken = random() < 0.02;
  return {
    request: { ...localRequest, sourceAddress: `192.0.2.${10 + site}` },
    report: {
      guid: isBroken ? `controller-${number}` : guidOf(number),
      hostname: name,
      version: versions[Math.floor(random() * versions.length)],
      ipAddresses: [`10.${10 + site}.0.${10 + host}`, 'fe80::1'],
      macAddress: `00:00:5e:00:53:${number.toString(16).padStart(2, '0')}`,
      os: host % 3 === 0 ? 'linux' : 'windows',
      label: host % 2 === 0 ? 'production' : '',
      logdir: '/var/log/controller',
    },
  };
}

/** Returns a GUID that is derived from the number, so it is the same in each run. */
function guidOf(number: number): string {
  const random = seededRandom(1000 + number);
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

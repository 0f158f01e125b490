import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '../../platform/durations.js';
import { createLicenseKeys, issueLicense } from '../../subgraphs/licenses/index.js';
import { controllerReport } from '../competitors/controller-report.js';
import type { BenchmarkEnvironment } from '../environment.js';
import type { LoadRequest } from '../load/load.js';

const yearMs = 365 * dayMs;
const concurrency = 20;
const controllers = 1000;

/**
 * Creates the settings of a license service with enough seats for all controllers and a rate limit that is never
 * reached.
 */
export async function licenseSettings(benchmark: BenchmarkEnvironment): Promise<Record<string, string>> {
  const folder = benchmark.subfolder('license-files');
  const paths = {
    RAMPART_LICENSES_LICENSE_FILE: join(folder, 'license.jws'),
    RAMPART_LICENSES_PUBLIC_KEY_FILE: join(folder, 'public.pem'),
    RAMPART_LICENSES_BLACKLIST_FILE: join(folder, 'blacklist.txt'),
    RAMPART_LICENSES_DEPARTMENTS_FILE: join(folder, 'departments.json'),
  };
  const { privateKey, publicKey } = await createLicenseKeys();
  const now = Date.now();
  const { text } = await issueLicense({
    customer: 'benchmarks',
    cap: 1_000_000,
    issuedAt: new Date(now),
    expiresAt: new Date(now + yearMs),
    privateKey,
  });
  writeFileSync(paths.RAMPART_LICENSES_LICENSE_FILE, text);
  writeFileSync(paths.RAMPART_LICENSES_PUBLIC_KEY_FILE, publicKey);
  writeFileSync(paths.RAMPART_LICENSES_BLACKLIST_FILE, '198.51.100.0/24\n');
  const plant = { name: 'plant', addresses: ['10.0.0.0/8'], configuration: { level: 'info', seconds: 300 } };
  writeFileSync(paths.RAMPART_LICENSES_DEPARTMENTS_FILE, JSON.stringify([plant]));
  return {
    ...paths,
    RAMPART_LICENSES_TLS: 'off',
    RAMPART_LICENSES_RATE: '999999999/d',
    RAMPART_LICENSES_BLACKLIST: 'ip',
  };
}

/** Returns check-in requests, each of a different controller. */
export function checkIns(): LoadRequest[] {
  return Array.from({ length: controllers }, (_, number) => ({
    method: 'POST',
    path: '/api/check-license/',
    body: JSON.stringify(controllerReport(number)),
  }));
}

/**
 * Sends each request once, so all controllers are registered.
 * @throws {Error} if a request is rejected
 */
export async function registerControllers(origin: string, requests: readonly LoadRequest[]): Promise<void> {
  const waiting = [...requests];
  async function work(): Promise<void> {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const response = await fetch(`${origin}${next.path}`, { method: next.method, body: next.body ?? null });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`the server rejected a check-in: ${response.status} ${text}`);
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work));
}

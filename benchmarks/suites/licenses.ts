import { checkIns } from '../data/licenses.js';
import type { Measurement } from '../report.js';
import { compare } from './compare.js';
import { fastifyName } from './references.js';
import type { SuiteContext } from './suite.js';

/**
 * Measures check-ins of registered controllers, which are the most frequent kind. Rampart and the reference both use
 * plain HTTP.
 */
export async function licensesSuite(context: SuiteContext): Promise<Measurement[]> {
  const requests = checkIns();
  const { ours, handwritten } = await context.servers.licenses();
  return await compare(context, {
    label: 'check-license',
    references: [{ name: fastifyName, origin: handwritten, requests }],
    ours: [{ name: 'check-license', ...{ origin: ours, requests }, targets: [{ reference: fastifyName, min: 0.9 }] }],
  });
}

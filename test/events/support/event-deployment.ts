import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rampart, startRampart } from '../../../command-line/rampart.js';
import { OperatorTokens } from '../../../gateway/index.js';
import { localRequest, type OperatorRole } from '../../../platform/caller.js';
import { systemClock } from '../../../platform/clock.js';
import { silentLog as log } from '../../../platform/log.js';
import { type AlertDependencies, alertDependencies, importInferences } from '../../../subgraphs/alerts/index.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../../support/index.js';

export const adminToken = 'the-administrator-of-this-test-only';

/** A database, and servers on it. */
export interface EventDeployment {
  readonly test: TestDatabase;
  readonly alerts: AlertDependencies;
  /** Starts a complete server in this process. It is closed with the deployment at the latest. */
  replica(environment?: Record<string, string>): Promise<Replica>;
  /** Creates an operator token. */
  token(terms: { role: OperatorRole; tenantId?: string }): Promise<string>;
  /** Imports one inference for each of these hosts in one batch, and returns the ids of the alerts. */
  alert(tenantId: string, ...hosts: string[]): Promise<string[]>;
  close(): Promise<void>;
}

export interface Replica extends Rampart {
  readonly url: string;
}

let count = 0;

export async function openEventDeployment(): Promise<EventDeployment> {
  const test = await openTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'rampart-events-'));
  const platform = { ...test, clock: systemClock, log };
  const alerts = alertDependencies(platform);
  const tokens = new OperatorTokens(platform);
  const replicas: (() => Promise<void>)[] = [];
  return {
    test,
    alerts,
    async replica(environment = {}) {
      const configuration = testConfiguration({
        ...{ DATABASE_URL: test.url, RAMPART_SERVER_DATA_DIR: folder, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
        ...environment,
      });
      const rampart = await startRampart({ configuration, clock: systemClock, log });
      let closing: Promise<void> | undefined;
      const close = (): Promise<void> => {
        closing ??= rampart.close();
        return closing;
      };
      replicas.push(close);
      const url = rampart.addresses.find(({ name }) => name === 'rest')?.url ?? '';
      return { ...rampart, close, url };
    },
    async token({ role, tenantId = null }: { role: OperatorRole; tenantId?: string | null }) {
      return (await tokens.create({ name: `token ${++count}`, role, tenantId })).token;
    },
    async alert(tenantId, ...hosts) {
      const { results } = await importInferences(
        { ...alerts, ...localRequest },
        hosts.map((endpointId) => inference(tenantId, endpointId)),
      );
      return results.map(({ alertId }) => alertId ?? '');
    },
    async close() {
      await Promise.all(replicas.map((close) => close()));
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function inference(tenantId: string, endpointId: string) {
  return {
    ...{ inferenceId: `inference-${++count}`, tenantId, endpointId, platform: 'linux', attackProb: 0.9 },
    ...{ confidence: 0.9, prediction: 'attack', ttpTechniques: [], ttpExplanation: null },
    ...{ timestamp: 1_790_000_000 + count, modelName: 'gat-2', numNodes: 1, numEdges: 1 },
  };
}

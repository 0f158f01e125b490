import { systemClock } from '../../platform/clock.js';
import type { Configuration, LoadedConfiguration } from '../../platform/configuration/index.js';
import { inspectDatabase, withUnmigratedDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { once } from '../../platform/once.js';
import { inspectDocumentSite } from '../../subgraphs/drive/service.js';
import { readStoredDocuments, type StoredDocument } from '../../subgraphs/licenses/service.js';
import { findRunningInstances, hasDatabase, inspectInstance } from '../instance/index.js';
import { type Check, type CheckContext, failure, skip } from './check.js';
import { checks, type NamedCheckResult, runChecks } from './run-checks.js';

export interface ExamineOptions {
  readonly timeoutMs: number;
  /** Whether to execute sample queries on both engines. */
  readonly comparesEngines: boolean;
}

/**
 * Checks the instance that the options select, or that of the working directory. Does not create or change anything.
 */
export async function examine({ timeoutMs, comparesEngines }: ExamineOptions): Promise<NamedCheckResult[]> {
  const { settings, problems, ambiguity } = inspectInstance();
  if (settings === undefined) return problems.map(settingResult).concat(checks.slice(1).map(skippedResult));
  const context = contextOf(settings, timeoutMs);
  // Loaded on demand, because it loads all domains and both engines.
  const further = comparesEngines ? [(await import('./checks/engines.js')).engines] : [];
  const results = await runChecks([...checks, ...further], context);
  if (ambiguity === undefined) return results;
  const ambiguousInstance = {
    check: 'instance',
    ...failure(ambiguity, 'specify the instance with --data-dir DIR or --url URL'),
  };
  return results.map((result) => (result.check === 'instance' ? ambiguousInstance : result));
}

function settingResult(problem: string): NamedCheckResult {
  return { check: 'settings', ...failure(problem, 'correct or remove the setting; see rampart.example.ini') };
}

function skippedResult({ name }: Check): NamedCheckResult {
  return { check: name, ...skip('the settings cannot be read') };
}

/** Creates the context for checks of the instance with these settings. */
export function contextOf(settings: LoadedConfiguration, timeoutMs: number): CheckContext {
  const { configuration } = settings;
  const signal = AbortSignal.timeout(timeoutMs);
  const database = once(async () => {
    const { server, database: settingsOfDatabase } = configuration;
    if (settingsOfDatabase.url === '' && !hasDatabase(server.dataDir)) return null;
    return await inspectDatabase({ configuration, log: silentLog });
  });
  return {
    ...settings,
    clock: systemClock,
    running: findRunningInstances(configuration.server.dataDir),
    timeoutMs,
    signal,
    database,
    // After the inspection, which starts an embedded database that is not running.
    licenseDocuments: once(async () => {
      const facts = await database().catch(() => null);
      return facts === null ? [] : await readDocuments(configuration);
    }),
    documentSite: once(() => inspectDocumentSite({ settings: configuration.drive, clock: systemClock, signal })),
  };
}

/**
 * Reads the license documents in the database; empty if the table does not exist, for example in the database of an
 * earlier release.
 */
async function readDocuments(configuration: Configuration): Promise<readonly StoredDocument[]> {
  return await withUnmigratedDatabase({ configuration, log: silentLog }, async (sql) => {
    const [found] = await sql`select to_regclass('licenses.document') is not null as "isThere"`;
    return found?.isThere === true ? await readStoredDocuments(sql) : [];
  });
}

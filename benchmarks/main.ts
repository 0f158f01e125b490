import 'reflect-metadata';
import { type BenchmarkArguments, help, readArguments, type SuiteName, UsageError } from './arguments.js';
import { alertsDatabase, CompetitorServers } from './competitor-servers.js';
import { importAlerts } from './data/imported-alerts.js';
import { BenchmarkEnvironment } from './environment.js';
import { endProgress, reportProgress } from './progress.js';
import { failedMeasurement, formatMeasurements, type Measurement, measurementsAsJson, verdictOf } from './report.js';
import { alertsSuite } from './suites/alerts.js';
import { attackSuite } from './suites/attack.js';
import { backupSuite } from './suites/backup.js';
import { brandsSuite } from './suites/brands.js';
import { bulkSuite } from './suites/bulk.js';
import { clustersSuite } from './suites/clusters.js';
import { dashboardSuite } from './suites/dashboard.js';
import { driveSuite } from './suites/drive.js';
import { enginesSuite } from './suites/engines.js';
import { executorSuite } from './suites/executor.js';
import { importSuite } from './suites/import.js';
import { inferencesSuite } from './suites/inferences.js';
import { joinedSuite } from './suites/joined.js';
import { latencySuite } from './suites/latency.js';
import { licensesSuite } from './suites/licenses.js';
import { scaleSuite } from './suites/scale.js';
import type { Suite, SuiteContext } from './suites/suite.js';
import { tracesSuite } from './suites/traces.js';
import { unchangedSuite } from './suites/unchanged.js';
import { zonesImportSuite } from './suites/zones-import.js';
import { zonesPullSuite } from './suites/zones-pull.js';
import { zonesSearchSuite } from './suites/zones-search.js';

const suites: Readonly<Record<SuiteName, Suite>> = {
  alerts: alertsSuite,
  joined: joinedSuite,
  dashboard: dashboardSuite,
  latency: latencySuite,
  licenses: licensesSuite,
  import: importSuite,
  inferences: inferencesSuite,
  bulk: bulkSuite,
  scale: scaleSuite,
  drive: driveSuite,
  'zones-import': zonesImportSuite,
  'zones-search': zonesSearchSuite,
  'zones-pull': zonesPullSuite,
  brands: brandsSuite,
  clusters: clustersSuite,
  attack: attackSuite,
  backup: backupSuite,
  executor: executorSuite,
  traces: tracesSuite,
  engines: enginesSuite,
  unchanged: unchangedSuite,
};

/** Suites that share the database of alerts. */
const alertSuites: ReadonlySet<SuiteName> = new Set(['alerts', 'joined', 'latency', 'traces', 'engines', 'unchanged']);

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const options = readArguments(process.argv.slice(2));
    if (options === undefined) {
      process.stdout.write(help);
      return 0;
    }
    const measurements = await runSuites(options);
    process.stdout.write(`${options.json ? measurementsAsJson(measurements) : formatMeasurements(measurements)}\n`);
    return options.fail && measurements.some((measurement) => verdictOf(measurement) === 'MISSED') ? 1 : 0;
  } catch (error) {
    endProgress();
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    return 2;
  }
}

async function runSuites(options: BenchmarkArguments): Promise<Measurement[]> {
  const benchmark = await BenchmarkEnvironment.open();
  stopOnSignal(benchmark);
  try {
    const { hive, profile } = options;
    const servers = new CompetitorServers({ benchmark, hive, profile, onProgress: reportProgress });
    const alertIds = options.suites.some((name) => alertSuites.has(name))
      ? await prepareAlerts(benchmark, options)
      : [];
    const context: SuiteContext = { options, benchmark, servers, alertIds, onProgress: reportProgress };
    const measurements: Measurement[] = [];
    for (const name of options.suites) measurements.push(...(await measurementsOf(name, context)));
    return measurements;
  } finally {
    await benchmark.close();
    endProgress();
  }
}

/** Runs a suite. A failure counts as a missed target and does not affect the other suites. */
async function measurementsOf(name: SuiteName, context: SuiteContext): Promise<Measurement[]> {
  try {
    return await suites[name](context);
  } catch (error) {
    endProgress();
    process.stderr.write(`the suite ${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`);
    return [failedMeasurement({ label: `suite ${name}`, reference: 'a complete run', reason: messageOf(error) })];
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function prepareAlerts(benchmark: BenchmarkEnvironment, { alerts }: BenchmarkArguments): Promise<string[]> {
  return await importAlerts(benchmark, { database: alertsDatabase, alerts, onProgress: reportProgress });
}

/** Stops all processes of the run on a signal. */
function stopOnSignal(benchmark: BenchmarkEnvironment): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      endProgress();
      process.stderr.write('stopping\n');
      benchmark.close().finally(() => process.exit(130));
    });
  }
}

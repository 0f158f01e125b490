import { type Command, InvalidArgumentError } from 'commander';
import { countOf } from '../../platform/count-of.js';
import type { NamedCheckResult } from '../doctor/run-checks.js';
import { CommandFailure } from '../failure.js';
import { parseDecimal } from '../number-options.js';
import { formatTable, printJson } from '../output.js';

interface DoctorOptions {
  readonly timeout?: number;
  readonly compareEngines?: boolean;
  readonly json?: boolean;
}

const maxTimeoutSeconds = 300;
const defaultTimeoutSeconds = 10;
const comparisonTimeoutSeconds = 120;

export function addDoctorCommand(command: Command): void {
  command
    .option(
      '--timeout <seconds>',
      `timeout of each check, in seconds, above 0 and at most ${maxTimeoutSeconds} (default: ${defaultTimeoutSeconds}, ${comparisonTimeoutSeconds} with --compare-engines)`,
      readTimeout,
    )
    .option('--compare-engines', 'execute sample queries on both graph engines and compare the results')
    .option('--json', 'print the results as JSON')
    .action(runDoctor);
}

function readTimeout(text: string): number {
  const seconds = parseDecimal(text);
  if (seconds > 0 && seconds <= maxTimeoutSeconds) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds above 0, at most ${maxTimeoutSeconds}.`);
}

async function runDoctor({ timeout, compareEngines = false, json }: DoctorOptions): Promise<void> {
  const seconds = timeout ?? (compareEngines ? comparisonTimeoutSeconds : defaultTimeoutSeconds);
  const { examine } = await import('../doctor/examine.js');
  const results = await examine({ timeoutMs: seconds * 1000, comparesEngines: compareEngines });
  if (json) printJson({ checks: results, counts: countsOf(results) });
  else process.stdout.write(reportOf(results));
  if (results.some(({ status }) => status === 'failed')) {
    throw new CommandFailure('a check failed', { alreadyReported: true });
  }
}

function countsOf(results: readonly NamedCheckResult[]): Record<NamedCheckResult['status'], number> {
  const count = (status: NamedCheckResult['status']): number =>
    results.filter((result) => result.status === status).length;
  return { ok: count('ok'), warning: count('warning'), failed: count('failed'), skipped: count('skipped') };
}

/** Formats the report: a table of results, each with the recommended action in the row below it, and the counts. */
function reportOf(results: readonly NamedCheckResult[]): string {
  const rows = results.flatMap(({ status, check, message, action }) => [
    { status, check, text: message },
    ...(action === undefined ? [] : [{ status: ' ', check: ' ', text: `→ ${action}` }]),
  ]);
  const table = formatTable(rows, [
    { title: 'STATUS', value: ({ status }) => status },
    { title: 'CHECK', value: ({ check }) => check },
    { title: 'MESSAGE', value: ({ text }) => text },
  ]);
  const { ok, warning, failed, skipped } = countsOf(results);
  return `${table}\n\n${ok} ok, ${countOf(warning, 'warning')}, ${failed} failed, ${skipped} skipped\n`;
}

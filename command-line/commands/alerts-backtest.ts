import { type Command, InvalidArgumentError } from 'commander';
import { localRequest } from '../../platform/caller.js';
import type { Platform } from '../../platform/subgraph.js';
import {
  alertDependencies,
  type BacktestGroupRow,
  type BacktestRow,
  groupsOf,
  readBacktest,
  runBacktest,
  startBacktest,
} from '../../subgraphs/alerts/service.js';
import { CommandFailure } from '../failure.js';
import { allRows } from '../first-rows.js';
import { parseDecimal } from '../number-options.js';
import { type Column, ProgressLine, printJson, printNamedValues, printRows } from '../output.js';
import { withPlatform } from '../platform.js';
import {
  addBacktestSuppressionOptions,
  type BacktestSuppressionOptions,
  suppressionsOf,
} from './backtest-suppressions.js';

interface BacktestOptions extends BacktestSuppressionOptions {
  readonly days: number;
  readonly tenant?: string;
  readonly model?: string;
  readonly minThreshold?: number;
  readonly dedupWindowSeconds?: number;
  readonly json?: boolean;
}

export function addBacktestCommand(command: Command): void {
  const backtestCommand = command
    .description('Simulate the effect of other settings on the alerts of recent days. Does not change alerts.')
    .addHelpText(
      'after',
      `
Without options, the computed alerts equal the stored ones, unless a setting was changed during these days.
Suppressions apply to all days; without suppressions, no alerts are suppressed.
The setting [alerts] inference_retention_days limits the number of days.
If the command is killed, a running server completes the backtest.`,
    )
    .option('--days <number>', 'number of past days to evaluate', parseNumber, 7)
    .option('--tenant <id>', 'only this tenant')
    .option('--model <name>', 'only this model')
    .option(
      '--min-threshold <score>',
      'minimum attack_prob with which an inference opens or joins an alert, 0 to 1; default: [alerts] min_threshold',
      parseNumber,
    )
    .option(
      '--dedup-window-seconds <seconds>',
      'deduplication window, in seconds; default: [alerts] dedup_window_seconds',
      parseNumber,
    )
    .option('--json', 'print JSON');
  addBacktestSuppressionOptions(backtestCommand).action(async (options: BacktestOptions) => {
    await withPlatform((platform) => backtest(platform, options));
  });
}

function parseNumber(text: string): number {
  const value = parseDecimal(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

async function backtest(platform: Platform, options: BacktestOptions): Promise<void> {
  const dependencies = alertDependencies(platform);
  const request = { ...dependencies, ...localRequest };
  const { days, tenant: tenantId, model: modelName, minThreshold, dedupWindowSeconds } = options;
  const suppressions = await suppressionsOf(request, options);
  const policy = { minThreshold, dedupWindowSeconds, suppressions };
  const { id } = await startBacktest(request, { days, tenantId, modelName, ...policy });
  const progress = new ProgressLine();
  for (;;) {
    await runBacktest(dependencies, id, {
      onProgress: ({ processed, inferences }) => progress.update(`${processed} of ${inferences} inferences`),
    }).finally(() => progress.clear());
    const row = await readBacktest(request, id);
    // Another process can compute the backtest too; then, this process waits until it is done.
    if (row?.state === 'done') return await printBacktest(row, { request, json: options.json ?? false });
    if (row?.state !== 'running') throw new CommandFailure(row?.error ?? 'the backtest was cancelled');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function printBacktest(
  row: BacktestRow,
  { request, json }: { request: Parameters<typeof groupsOf>[0]; json: boolean },
): Promise<void> {
  const groups = await allRows((page) => groupsOf(request, { id: row.id, ...page }));
  const { id, days, minThreshold, dedupWindowSeconds, inferenceCount, leftOutCount, leftOutAlertCount } = row;
  if (json) {
    const facts = { id, days, minThreshold, dedupWindowSeconds, inferenceCount, leftOutCount, leftOutAlertCount };
    printJson({ ...facts, ...countsOf(row), groups: groups.map(groupOf) });
    return;
  }
  printNamedValues([
    ['id', id],
    ['min_threshold', `${minThreshold} (current setting: ${row.currentMinThreshold})`],
    ['dedup_window_seconds', `${dedupWindowSeconds} (current setting: ${row.currentDedupWindowSeconds})`],
    ...(row.suppressions === null ? [] : [['suppressions', (row.suppressions as readonly unknown[]).length] as const]),
    ['inferences', inferenceCount],
    ['inferences excluded', leftOutCount],
    ['alerts excluded', leftOutAlertCount],
  ]);
  process.stdout.write('\n');
  const total = { tenantId: 'all', modelName: 'all', severity: 'all', ...countsOf(row) };
  printRows({ rows: [...groups.map(groupOf), total], columns, json: false });
}

function countsOf(row: BacktestGroupRow | BacktestRow) {
  const { currentAlerts, alertsWithPolicy, avoided, dropped, added, truePositivesLost, falsePositivesAvoided } = row;
  const { currentSuppressed, suppressedWithPolicy, truePositivesSuppressed } = row;
  const suppressed = { currentSuppressed, suppressedWithPolicy, truePositivesSuppressed };
  return {
    currentAlerts,
    alertsWithPolicy,
    avoided,
    dropped,
    added,
    truePositivesLost,
    falsePositivesAvoided,
    ...suppressed,
  };
}

function groupOf(row: BacktestGroupRow): GroupLine {
  const { tenantId, modelName, severity } = row;
  return { tenantId, modelName, severity, ...countsOf(row) };
}

type GroupLine = { tenantId: string; modelName: string; severity: string } & ReturnType<typeof countsOf>;

const columns: Column<GroupLine>[] = [
  { title: 'TENANT', value: ({ tenantId }) => tenantId },
  { title: 'MODEL', value: ({ modelName }) => modelName },
  { title: 'SEVERITY', value: ({ severity }) => severity },
  { title: 'CURRENT', value: ({ currentAlerts }) => currentAlerts },
  { title: 'WITH POLICY', value: ({ alertsWithPolicy }) => alertsWithPolicy },
  { title: 'AVOIDED', value: ({ avoided }) => avoided },
  { title: 'DROPPED', value: ({ dropped }) => dropped },
  { title: 'ADDED', value: ({ added }) => added },
  { title: 'TRUE POSITIVES LOST', value: ({ truePositivesLost }) => truePositivesLost },
  { title: 'FALSE POSITIVES AVOIDED', value: ({ falsePositivesAvoided }) => falsePositivesAvoided },
  { title: 'SUPPRESSED CURRENTLY', value: ({ currentSuppressed }) => currentSuppressed },
  { title: 'SUPPRESSED WITH POLICY', value: ({ suppressedWithPolicy }) => suppressedWithPolicy },
  { title: 'TRUE POSITIVES SUPPRESSED', value: ({ truePositivesSuppressed }) => truePositivesSuppressed },
];

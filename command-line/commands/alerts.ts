import type { Command } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { alertDependencies, type ImportCounts, importLines, openInput } from '../../subgraphs/alerts/service.js';
import { CommandFailure, errorLine } from '../failure.js';
import { formatRemainingTime } from '../import-progress.js';
import { inputFile } from '../input-file.js';
import { ProgressLine, printJson, printNamedValues, withoutControls } from '../output.js';
import { withPlatform } from '../platform.js';
import { addBacktestCommand } from './alerts-backtest.js';
import { addChangeCommand } from './alerts-change.js';
import { addExportCommand } from './alerts-export.js';
import { addRetentionCommand } from './alerts-retention.js';
import { addSuppressionCommands } from './alerts-suppressions.js';

export function addAlertsCommands(alerts: Command): void {
  alerts
    .command('import')
    .description(
      'Import inferences from newline-delimited JSON, plain or gzip. Invalid lines are reported and skipped; importing a file again changes nothing.',
    )
    .argument('<file>', 'file to import; - for standard input')
    .option('--json', 'print the counts as JSON')
    .action(importInferences);
  addExportCommand(alerts.command('export'));
  addChangeCommand(alerts.command('change'));
  addBacktestCommand(alerts.command('backtest'));
  addRetentionCommand(alerts.command('retention'));
  addSuppressionCommands(alerts.command('suppressions'));
}

async function importInferences(file: string, options: { json?: boolean }): Promise<void> {
  const source = await inputFile(file, { chunkBytes: 1 << 20 });
  let startedAtMs = performance.now();
  const progress = new ProgressLine();
  let last: ImportCounts | undefined;
  const input = await openInput(source.open()).catch((error: unknown) => {
    throw new CommandFailure(`${source.name}: ${errorLine(error)}`);
  });
  const counts = await withPlatform(async (platform) => {
    startedAtMs = performance.now();
    return await importLines(
      { ...alertDependencies(platform), ...localRequest },
      {
        input: input.content,
        onProgress: (state) => {
          last = { ...state };
          progress.update(formatProgress(state, { size: source.size, read: input.bytesRead(), startedAtMs }));
        },
        onRejected: ({ line, reason }) => {
          progress.clear();
          process.stderr.write(`line ${line}: ${withoutControls(reason)}\n`);
        },
      },
    ).catch((error: unknown) => {
      progress.clear();
      throw new CommandFailure(`${source.name}: ${errorLine(error)}${describePartialImport(last)}`);
    });
  });
  progress.clear();
  report(counts, { seconds: (performance.now() - startedAtMs) / 1000, json: options.json ?? false });
  if (counts.rejected > 0)
    throw new CommandFailure('some lines were rejected; the others were imported', { alreadyReported: true });
}

/** Describes the counts of an import that failed after some batches. The committed batches remain. */
function describePartialImport(counts: ImportCounts | undefined): string {
  if (counts === undefined) return '';
  const { opened, joined, ignored, repeated } = counts;
  const imported = opened + joined + ignored + repeated;
  return ` (${imported} inferences were imported before the error: ${opened} opened, ${joined} joined, ${ignored} ignored, ${repeated} repeated; repeat the import to continue)`;
}

function formatProgress(state: ImportCounts, file: { size: number | null; read: number; startedAtMs: number }): string {
  const seconds = (performance.now() - file.startedAtMs) / 1000;
  const rate = Math.round(state.lines / seconds);
  return `${state.lines} lines, ${rate}/s${formatRemainingTime({ ...file, seconds })}`;
}

function report(counts: ImportCounts, { seconds, json }: { seconds: number; json: boolean }): void {
  const linesPerSecond = Math.round(counts.lines / seconds);
  if (json) {
    printJson({ ...counts, seconds: Math.round(seconds * 1000) / 1000, linesPerSecond });
    return;
  }
  printNamedValues(Object.entries({ ...counts, seconds: seconds.toFixed(1), 'lines/s': linesPerSecond }), 'NUMBER');
}

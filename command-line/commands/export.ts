import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { projectRoot } from '../../platform/project-root.js';
import { type RowFormat, rowFormats } from '../../platform/record-formats/index.js';
import { addOutputOptions, exportTo, type OutputOptions } from '../record-output.js';

interface ExportOptions extends OutputOptions {
  readonly format: RowFormat;
  readonly filter?: readonly [name: string, value: string][];
}

/** Adds `rampart export`, which exports any list of the graph. */
export function addListExportCommand(command: Command): void {
  command
    .addArgument(new Argument('<list>', 'name of the list').choices(listNames()))
    .addHelpText(
      'after',
      `
The columns and filters of each list are those of GET /api/LIST/export, which /openapi.json describes, for example:
  rampart export incidents --filter status=open --filter status=investigating --format csv --out incidents.csv
For more formats and filters of alerts, endpoints and zones, see rampart alerts export, endpoints export and zones
export.`,
    )
    .addOption(new Option('--format <format>', 'format of the export').choices(rowFormats).default('ndjson'))
    .addOption(
      new Option(
        '--filter <name=value>',
        'only records whose field has this value; repeatable, for several fields or several values of a field',
      ).argParser((text: string, others: ExportOptions['filter'] = []) => [...others, filterOf(text)]),
    );
  addOutputOptions(command).action(exportList);
}

/**
 * Returns the names of the lists, from the file names of the operation documents: commands must not load GraphQL for
 * their help.
 */
function listNames(): string[] {
  const files = readdirSync(join(projectRoot, 'rest-adapters', 'lists'));
  return files.filter((file) => file.endsWith('.graphql')).map((file) => basename(file, '.graphql'));
}

function filterOf(text: string): [string, string] {
  const [, name, value] = /^([a-z_]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new InvalidArgumentError('It must be NAME=VALUE, such as status=open.');
}

async function exportList(list: string, { format, filter = [], ...options }: ExportOptions): Promise<void> {
  const parameters = new URLSearchParams([['format', format], ...filter]);
  // Only this command loads the graph.
  const [{ withLocalGraph }, { listExports }] = await Promise.all([
    import('../local-graph.js'),
    import('../../rest-adapters/index.js'),
  ]);
  await exportTo(options, list, (platform, output) =>
    withLocalGraph(platform, async (graph) => {
      const request = { ...localRequest, requestId: 'command-line' };
      await listExports(graph.internal)
        .get(list)
        ?.run(request, { parameters, isKnown: () => false, ...output });
    }),
  );
}

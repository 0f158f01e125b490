import type { Command } from 'commander';
import {
  listSharedClusters,
  removeSharedCluster,
  type SharedCluster,
  sizeOfCluster,
} from '../../platform/database/index.js';
import { type Column, printJson, printRows } from '../output.js';

interface ListedCluster extends SharedCluster {
  readonly bytes: number | undefined;
}

export function addCleanupCommand(command: Command): void {
  command
    .option('--remove <name...>', 'delete these databases and all their data')
    .option('--json', 'print JSON')
    .action(({ remove, json = false }: { remove?: string[]; json?: boolean }) => {
      if (remove === undefined) listClusters(json);
      else removeClusters(remove, json);
    });
}

function listClusters(json: boolean): void {
  const rows = listSharedClusters().map((cluster) => ({ ...cluster, bytes: sizeOfCluster(cluster.folder) }));
  printRows({ rows, columns, json });
}

function removeClusters(names: readonly string[], json: boolean): void {
  for (const name of names) {
    removeSharedCluster(name);
    if (!json) process.stdout.write(`removed ${name}\n`);
  }
  if (json) printJson({ removed: names });
}

const columns: readonly Column<ListedCluster>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'STATE', value: ({ state }) => state },
  { title: 'DATA DIRECTORY', value: ({ dataDirectory }) => dataDirectory },
  { title: 'LAST USED', value: ({ lastUsed }) => lastUsed.toISOString() },
  { title: 'BYTES', value: ({ bytes }) => bytes },
];

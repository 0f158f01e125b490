import { readdirSync, readFileSync } from 'node:fs';
import type { DriveService } from '../../../subgraphs/drive/index.js';
import { administrator } from './drive-world.js';

/** Runs the job that reads texts until no text is left. */
export async function readTexts(service: DriveService): Promise<void> {
  const job = service.jobs.find(({ name }) => name === 'drive.extract-text');
  do {
    await job?.run({});
  } while ((await service.countPendingExtractions(administrator)) > 0);
}

/** Ids of processes that read documents and were started by this process. */
export function readersOf(parent: number | undefined): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('reader-process.js')) return [];
      const parentId = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      return parentId === parent ? [Number(name)] : [];
    } catch {
      // The entry is not a process, or the process has ended.
      return [];
    }
  });
}

/** An HTML document that takes the parser several seconds, because its time grows quadratically with the depth. */
export const slowDocument = `<html>${'<div>'.repeat(1_000_000)}`;

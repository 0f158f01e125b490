import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { RunningCommand } from './command-line.js';

/** Whether the system reports the peak memory of processes, as Linux does. */
export const hasPeakMemory = process.platform === 'linux';

/** Environment of a process with a heap of this size, which collects garbage often, so the peaks vary little. */
export function smallHeap(megabytes: number): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--max-old-space-size=${megabytes} --max-semi-space-size=4` };
}

/** Waits for the successful end of a command; returns the peak of its resident memory in megabytes. */
export async function peakOfCommand(command: RunningCommand): Promise<number> {
  let [peak, hasEnded] = [0, false];
  void command.result.finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    peak = Math.max(peak, peakOf(command));
    await delay(10);
  }
  const { code, errors } = await command.result;
  expect(code, errors).toBe(0);
  return peak;
}

/** The peak of the resident memory of a running process in megabytes, while `work` runs. */
export async function peakDuring(command: RunningCommand, work: () => Promise<unknown>): Promise<number> {
  writeFileSync(`/proc/${command.process.pid}/clear_refs`, '5'); // Resets the peak to the current usage: proc(5).
  await work();
  return peakOf(command);
}

/** The peak of the resident memory in megabytes; 0 if the process has exited. */
function peakOf({ process: { pid } }: RunningCommand): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

import { parentPort, workerData } from 'node:worker_threads';

// The thread that ends the reader process when it exceeds a limit: a parser may compute or allocate for a long time
// without returning to the event loop. CPU time is counted, so a busy machine does not make a document
// unreadable.

const intervalMs = 100;
const { parentPid, limits } = workerData as { parentPid: number; limits: ReaderLimits };
let startUsage: NodeJS.CpuUsage | undefined;

/** Limits for reading one document. */
export interface ReaderLimits {
  /** Maximum CPU time in seconds. */
  readonly maxSeconds: number;
  /**
   * Maximum elapsed time in seconds; longer than `maxSeconds`, because a busy machine gives the process little
   * CPU time.
   */
  readonly maxElapsedSeconds: number;
  /** Maximum resident memory of the process in bytes. */
  readonly maxMemoryBytes: number;
  /** Maximum length of the text in UTF-16 code units; see `TextSink`. */
  readonly maxCharacters: number;
  /** Maximum total size of all decompressed parts of a document in bytes. */
  readonly maxDecompressedBytes: number;
}

parentPort?.on('message', (message: 'begin' | 'end') => {
  startUsage = message === 'begin' ? process.cpuUsage() : undefined;
});

function secondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

setInterval(() => {
  // text-reader.ts determines the exceeded limit from the signal.
  if (process.memoryUsage.rss() > limits.maxMemoryBytes) process.kill(process.pid, 'SIGUSR2');
  if (startUsage !== undefined && secondsSince(startUsage) > limits.maxSeconds) process.kill(process.pid, 'SIGXCPU');
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
}, intervalMs);

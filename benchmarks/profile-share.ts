import { readFileSync } from 'node:fs';

/** A CPU profile of V8 (`--cpu-prof`). */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  /** Id of the node of each sample. */
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

/**
 * The share of a process's CPU time that was spent in functions of selected files, excluding the functions that they
 * call.
 */
export interface ProfileShare {
  readonly share: number;
  readonly samples: number;
}

const idle = '(idle)';

export function readProfile(path: string): CpuProfile {
  return JSON.parse(readFileSync(path, 'utf8')) as CpuProfile; // V8 writes this format.
}

/**
 * The share of the matching files in the last seconds of a profile. Unlike a comparison of two processes, the share of
 * one process does not depend on other load on the machine.
 */
export function shareOf(profile: CpuProfile, files: RegExp, lastSeconds: number): ProfileShare {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  let remainingMicroseconds = lastSeconds * 1_000_000;
  let [total, counted, samples] = [0, 0, 0];
  for (let index = profile.samples.length - 1; index >= 0 && remainingMicroseconds > 0; index -= 1) {
    const delta = profile.timeDeltas[index] ?? 0;
    const frame = frames.get(profile.samples[index] ?? 0);
    remainingMicroseconds -= delta;
    if (frame === undefined || frame.functionName === idle) continue;
    total += delta;
    samples += 1;
    if (files.test(frame.url)) counted += delta;
  }
  return { share: counted / total, samples };
}

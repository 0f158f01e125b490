import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAbandoned, isForeignTag, isTagAlive, processTag } from './processes.js';

/**
 * The processes that use a cluster: one file per process. Files of dead processes are ignored, and so are those of
 * other containers, because a cluster is used by the processes of one container only.
 */
export class ClusterProcesses {
  readonly #own = processTag();

  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  enter(): void {
    writeFileSync(join(this.#folder, this.#own), '');
  }

  leave(): void {
    rmSync(join(this.#folder, this.#own), { force: true });
  }

  /**
   * Returns the number of other running processes of this container that use the cluster, and removes the files of dead
   * ones; 0 if the cluster's directory was moved or removed.
   */
  countOthers(): number {
    const others = this.#others().filter((name) => !isForeignTag(name));
    const runningProcesses = others.filter(isTagAlive);
    for (const name of others) if (!runningProcesses.includes(name)) this.#remove(name);
    return runningProcesses.length;
  }

  /** Removes files that other containers have left. Call it only if no server of another container uses the cluster. */
  removeAbandoned(): void {
    for (const name of this.#others()) if (isAbandoned(name, join(this.#folder, name))) this.#remove(name);
  }

  #others(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder).filter((name) => name !== this.#own);
  }

  #remove(name: string): void {
    rmSync(join(this.#folder, name), { force: true });
  }
}

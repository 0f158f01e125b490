import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTagAlive, processTag } from './processes.js';

/** The processes that use a cluster: one file per process. Files of dead processes are ignored. */
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
   * Returns the number of other running processes that use the cluster, and removes the files of dead ones; 0 if the
   * cluster's directory was moved or removed.
   */
  countOthers(): number {
    if (!existsSync(this.#folder)) return 0;
    const others = readdirSync(this.#folder).filter((name) => name !== this.#own);
    const runningProcesses = others.filter(isTagAlive);
    for (const name of others) if (!runningProcesses.includes(name)) rmSync(join(this.#folder, name), { force: true });
    return runningProcesses.length;
  }
}

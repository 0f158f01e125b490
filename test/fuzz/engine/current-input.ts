import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** Stores the current input in a file, which survives a crash of the process. */
export class CurrentInput {
  last: Buffer = Buffer.alloc(0);
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  write(input: Buffer): void {
    this.last = input;
    ftruncateSync(this.#file, 0);
    writeSync(this.#file, input, 0, input.length, 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum size of a target's corpus. */
const corpusLimits = { inputs: 4000, bytes: 8 * 1024 * 1024 };

/** Inputs that reached new code: in memory, and in a directory with one file each. */
export class Corpus {
  readonly inputs: Buffer[] = [];
  readonly #folder: string;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.inputs.length >= corpusLimits.inputs || this.#bytes >= corpusLimits.bytes;
  }

  /** Adds an input. Committed inputs are not written to a file. */
  add(input: Buffer, { isCommitted = false } = {}): void {
    this.inputs.push(input);
    this.#bytes += input.length;
    const path = join(this.#folder, nameOf(input));
    if (!isCommitted && !existsSync(path)) writeFileSync(path, input);
  }

  /** Removes an input that is redundant because a smaller one reaches the same code. */
  drop(input: Buffer): void {
    rmSync(join(this.#folder, nameOf(input)), { force: true });
  }
}

/** The inputs in a directory, shortest first, because the first of two equivalent inputs is kept. */
export function readInputs(folder: string): Buffer[] {
  const inputs = filesIn(folder).map(({ content }) => content);
  return inputs.sort((one, other) => one.length - other.length || one.compare(other));
}

/** Removes an input from a directory, regardless of its file name. */
export function removeInput(folder: string, input: Buffer): void {
  for (const { path, content } of filesIn(folder)) if (content.equals(input)) rmSync(path);
}

function filesIn(folder: string): { path: string; content: Buffer }[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => ({ path: join(folder, name), content: readFileSync(join(folder, name)) }));
}

function nameOf(input: Buffer): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 16);
}

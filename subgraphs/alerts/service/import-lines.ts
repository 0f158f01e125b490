import type { Readable } from 'node:stream';
import { type Inference, wireNames } from '../rules/inference.js';
import { scopeOf } from './authorisation.js';
import type { AlertDependencies, AlertRequest } from './dependencies.js';
import { importBatch } from './import-batch.js';
import { checkWithin, countOutcomes, foldAlertTally, type OutcomeCounts } from './import-inferences.js';
import { readLines } from './line-reader.js';

/** A line that was not taken. Lines are numbered from 1. */
export interface RejectedLine {
  line: number;
  reason: string;
}

/** Figures of an import, while it runs and at its end. */
export interface ImportFigures extends OutcomeCounts {
  /** Lines read, blank ones left out. */
  lines: number;
  bytes: number;
}

export interface ImportLinesInput {
  /** Newline-delimited JSON in UTF-8, of any length. */
  input: Readable;
  onRejected?: (rejected: RejectedLine) => void;
  /** Called after each batch is committed. */
  onProgress?: (figures: Readonly<ImportFigures>) => void;
}

const batchSize = 10_000;
const batchesBetweenFolds = 20;

/**
 * Imports a stream of inferences in batches, each in a transaction of its own; the next one is parsed while PostgreSQL
 * writes the present one, and no more than these two are held. What is bad is named and left out. After a failure the
 * same stream can be imported again: what was committed is repeated, and the end is the same.
 * @throws {DomainError} STORE_UNAVAILABLE, and what scopeOf throws
 */
export async function importLines(
  dependencies: AlertDependencies,
  request: AlertRequest,
  { input, onRejected, onProgress }: ImportLinesInput,
): Promise<ImportFigures> {
  const scope = scopeOf(dependencies, request);
  const figures: ImportFigures = { ...countOutcomes([]), lines: 0, bytes: 0 };
  const writer = new BatchWriter(dependencies, figures, onProgress);
  let batch: Inference[] = [];
  for await (const block of readLines(input)) {
    figures.bytes = block.bytes;
    for (const { number, text, problem } of block.lines) {
      figures.lines++;
      const check =
        text === undefined ? { errors: [problem] } : checkLine(text, (value) => checkWithin(scope, value, wireNames));
      if ('errors' in check) {
        figures.rejected++;
        onRejected?.({ line: number, reason: check.errors.join('; ') });
      } else batch.push(check.inference);
    }
    if (batch.length < batchSize) continue;
    await writer.write(batch);
    batch = [];
  }
  await writer.write(batch);
  await writer.end();
  onProgress?.(figures);
  return figures;
}

type LineCheck = { inference: Inference } | { errors: string[] };

function checkLine(text: string, check: (value: unknown) => LineCheck): LineCheck {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { errors: [`is not JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  return check(value);
}

/** Writes one batch at a time, in order, while its caller prepares the next. */
class BatchWriter {
  readonly #dependencies: AlertDependencies;
  readonly #figures: ImportFigures;
  readonly #onProgress: ((figures: Readonly<ImportFigures>) => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  #written = 0;

  constructor(
    dependencies: AlertDependencies,
    figures: ImportFigures,
    onProgress: ((figures: Readonly<ImportFigures>) => void) | undefined,
  ) {
    this.#dependencies = dependencies;
    this.#figures = figures;
    this.#onProgress = onProgress;
  }

  /** Returns as soon as the batch before is committed. */
  async write(batch: readonly Inference[]): Promise<void> {
    await this.#writing;
    this.#writing = this.#writeNow(batch);
    // Whoever awaits next hears of a failure; until then it is not an unhandled one.
    this.#writing.catch(() => {});
  }

  async end(): Promise<void> {
    await this.#writing;
    await foldAlertTally(this.#dependencies);
  }

  async #writeNow(batch: readonly Inference[]): Promise<void> {
    const counts = countOutcomes(await importBatch(this.#dependencies, batch));
    for (const outcome of ['opened', 'joined', 'ignored', 'repeated'] as const)
      this.#figures[outcome] += counts[outcome];
    this.#written++;
    if (this.#written % batchesBetweenFolds === 0) await foldAlertTally(this.#dependencies);
    this.#onProgress?.(this.#figures);
  }
}

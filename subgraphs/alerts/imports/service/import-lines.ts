import type { Readable } from 'node:stream';
import { importScopeOf, type Scope } from '../../authorisation.js';
import type { AlertRequest } from '../../dependencies.js';
import { type Inference, wireNames } from '../rules/inference.js';
import { BatchImporter } from './import-batch.js';
import { checkWithin, countOutcomes, foldAlertTally, type OutcomeCounts } from './import-inferences.js';
import { type Line, readLines } from './line-reader.js';

/** A line that was not taken. Lines are numbered from 1. */
export interface RejectedLine {
  line: number;
  reason: string;
}

/** Figures of an import, while it runs and at its end. */
export interface ImportCounts extends OutcomeCounts {
  /** Lines read, blank ones left out. */
  lines: number;
  bytes: number;
}

export interface ImportLinesInput {
  /** Newline-delimited JSON in UTF-8, of any length. */
  input: Readable;
  onRejected?: (rejected: RejectedLine) => void;
  /** Called after each batch is committed. */
  onProgress?: (figures: Readonly<ImportCounts>) => void;
}

const batchSize = 10_000;
const laneCount = 4;
const batchesBetweenFolds = 20;

/**
 * Imports a stream of inferences in batches, each in a transaction of its own; the next ones are parsed while PostgreSQL
 * writes the present ones, and no more than these are held. What is bad is named and left out. After a failure the
 * same stream can be imported again: what was committed is repeated, and the end is the same.
 * @throws {DomainError} STORE_UNAVAILABLE, and what importScopeOf throws
 */
export async function importLines(
  request: AlertRequest,
  { input, onRejected, onProgress }: ImportLinesInput,
): Promise<ImportCounts> {
  const scope = importScopeOf(request);
  const figures: ImportCounts = { ...countOutcomes([]), lines: 0, bytes: 0 };
  const lanes = new ImportLanes({ request, figures, onProgress });
  try {
    for await (const block of readLines(input)) {
      figures.bytes = block.bytes;
      for (const line of block.lines) {
        figures.lines++;
        const check = checkLine(line, scope);
        if ('inference' in check) {
          lanes.add(check.inference);
          continue;
        }
        figures.rejected++;
        onRejected?.({ line: line.number, reason: check.errors.join('; ') });
      }
      await lanes.writeFull();
    }
    await lanes.end();
  } catch (error) {
    await lanes.settle();
    throw error;
  }
  onProgress?.(figures);
  return figures;
}

type LineCheck = { inference: Inference } | { errors: string[] };

function checkLine(line: Line, scope: Scope): LineCheck {
  if (line.text === undefined) return { errors: [line.problem] };
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    return { errors: [`is not JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  return checkWithin(scope, value, wireNames);
}

/**
 * Batches in lanes. A tenant keeps to one lane, whose batches are written one at a time and in order; those of other
 * tenants have nothing to do with them, so that lanes are written at once.
 */
class ImportLanes {
  readonly #request: AlertRequest;
  readonly #figures: ImportCounts;
  readonly #onProgress: ImportLinesInput['onProgress'];
  readonly #lanes: Lane[];
  readonly #laneOfTenant = new Map<string, Lane>();
  #written = 0;

  constructor(options: {
    request: AlertRequest;
    figures: ImportCounts;
    onProgress: ImportLinesInput['onProgress'];
  }) {
    const { request, figures, onProgress } = options;
    this.#request = request;
    this.#lanes = Array.from({ length: laneCount }, () => ({
      batch: [],
      importer: new BatchImporter(request),
      writing: Promise.resolve(),
    }));
    this.#figures = figures;
    this.#onProgress = onProgress;
  }

  add(inference: Inference): void {
    this.#laneOf(inference.tenantId).batch.push(inference);
  }

  /** Begins to write the lanes that are full, each as soon as its batch before is committed. */
  async writeFull(): Promise<void> {
    for (const lane of this.#lanes) if (lane.batch.length >= batchSize) await this.#write(lane);
  }

  /** Writes what is left and waits for everything. */
  async end(): Promise<void> {
    for (const lane of this.#lanes) await this.#write(lane);
    await Promise.all(this.#lanes.map((lane) => lane.writing));
    await foldAlertTally(this.#request);
  }

  /** After a failure: nothing may still be under way when the caller hears of it. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#lanes.map((lane) => lane.writing));
  }

  /** Tenants are dealt out in the order in which they come; the map stays small beside the batches. */
  #laneOf(tenantId: string): Lane {
    const known = this.#laneOfTenant.get(tenantId);
    if (known !== undefined) return known;
    const next = this.#lanes[this.#laneOfTenant.size % laneCount] as Lane; // The index is within the array.
    this.#laneOfTenant.set(tenantId, next);
    return next;
  }

  async #write(lane: Lane): Promise<void> {
    await lane.writing;
    const { batch } = lane;
    lane.batch = [];
    lane.writing = this.#writeNow(lane.importer, batch);
    // Whoever awaits next hears of a failure; until then it is not an unhandled one.
    lane.writing.catch(() => {});
  }

  async #writeNow(importer: BatchImporter, batch: readonly Inference[]): Promise<void> {
    if (batch.length === 0) return;
    const counts = countOutcomes(await importer.import(batch));
    for (const outcome of ['opened', 'joined', 'ignored', 'repeated'] as const) {
      this.#figures[outcome] += counts[outcome];
    }
    this.#written++;
    if (this.#written % batchesBetweenFolds === 0) await foldAlertTally(this.#request);
    this.#onProgress?.(this.#figures);
  }
}

interface Lane {
  batch: Inference[];
  readonly importer: BatchImporter;
  writing: Promise<void>;
}

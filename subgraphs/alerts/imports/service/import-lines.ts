import type { Readable } from 'node:stream';
import { importScopeOf, type Scope } from '../../authorisation.js';
import type { AlertRequest } from '../../dependencies.js';
import { type Inference, wireNames } from '../rules/inference.js';
import { BatchImporter } from './import-batch.js';
import { checkWithin, countOutcomes, foldAlertTally, type OutcomeCounts } from './import-inferences.js';
import { type Line, readLines } from './line-reader.js';

/** A rejected line. Lines are numbered from 1. */
export interface RejectedLine {
  line: number;
  reason: string;
}

/** Counts of an import, during and after it. */
export interface ImportCounts extends OutcomeCounts {
  /** Number of lines read, without blank ones. */
  lines: number;
  bytes: number;
}

export interface ImportLinesInput {
  /** Newline-delimited JSON in UTF-8, of any length. */
  input: Readable;
  onRejected?: (rejected: RejectedLine) => void;
  /** Called after each committed batch. */
  onProgress?: (totals: Readonly<ImportCounts>) => void;
}

const batchSize = 10_000;
const laneCount = 4;
const batchesBetweenFolds = 20;

/**
 * Imports a stream of inferences in batches, with one transaction per batch. While PostgreSQL writes batches, the next
 * ones are parsed; memory is bounded. Invalid lines are reported and skipped. Imports are idempotent, so the stream can
 * be imported again after a failure.
 */
export async function importLines(
  request: AlertRequest,
  { input, onRejected, onProgress }: ImportLinesInput,
): Promise<ImportCounts> {
  const scope = importScopeOf(request);
  const totals: ImportCounts = { ...countOutcomes([]), lines: 0, bytes: 0 };
  const lanes = new ImportLanes({ request, totals, onProgress });
  try {
    for await (const block of readLines(input)) {
      totals.bytes = block.bytes;
      for (const line of block.lines) {
        totals.lines++;
        const check = checkLine(line, scope);
        if ('inference' in check) {
          lanes.add(check.inference);
          continue;
        }
        totals.rejected++;
        onRejected?.({ line: line.number, reason: check.errors.join('; ') });
      }
      await lanes.writeFull();
    }
    await lanes.end();
  } catch (error) {
    await lanes.settle();
    throw error;
  }
  onProgress?.(totals);
  return totals;
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
 * Batches in lanes. Each tenant is assigned to one lane, whose batches are written sequentially. Batches of different
 * tenants are independent, so lanes are written concurrently.
 */
class ImportLanes {
  readonly #request: AlertRequest;
  readonly #totals: ImportCounts;
  readonly #onProgress: ImportLinesInput['onProgress'];
  readonly #lanes: Lane[];
  readonly #laneOfTenant = new Map<string, Lane>();
  #written = 0;

  constructor(options: {
    request: AlertRequest;
    totals: ImportCounts;
    onProgress: ImportLinesInput['onProgress'];
  }) {
    const { request, totals, onProgress } = options;
    this.#request = request;
    this.#lanes = Array.from({ length: laneCount }, () => ({
      batch: [],
      importer: new BatchImporter(request),
      writing: Promise.resolve(),
    }));
    this.#totals = totals;
    this.#onProgress = onProgress;
  }

  add(inference: Inference): void {
    this.#laneOf(inference.tenantId).batch.push(inference);
  }

  /** Starts writing the full lanes, each after its previous batch is committed. */
  async writeFull(): Promise<void> {
    for (const lane of this.#lanes) if (lane.batch.length >= batchSize) await this.#write(lane);
  }

  /** Writes the remaining inferences and waits for all lanes. */
  async end(): Promise<void> {
    for (const lane of this.#lanes) await this.#write(lane);
    await Promise.all(this.#lanes.map((lane) => lane.writing));
    await foldAlertTally(this.#request);
  }

  /** Waits after a failure, so nothing is in progress when the caller gets the error. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#lanes.map((lane) => lane.writing));
  }

  /** Tenants are assigned to lanes in order of arrival; the map is small compared to the batches. */
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
    // The next await rethrows the failure; until then, it must not be reported as unhandled.
    lane.writing.catch(() => {});
  }

  async #writeNow(importer: BatchImporter, batch: readonly Inference[]): Promise<void> {
    if (batch.length === 0) return;
    const counts = countOutcomes(await importer.import(batch));
    for (const outcome of ['opened', 'joined', 'ignored', 'repeated'] as const) {
      this.#totals[outcome] += counts[outcome];
    }
    this.#written++;
    if (this.#written % batchesBetweenFolds === 0) await foldAlertTally(this.#request);
    this.#onProgress?.(this.#totals);
  }
}

interface Lane {
  batch: Inference[];
  readonly importer: BatchImporter;
  writing: Promise<void>;
}

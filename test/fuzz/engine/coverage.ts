import { Session } from 'node:inspector';
import { pathToFileURL } from 'node:url';

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface FunctionCoverage {
  readonly ranges: readonly Range[];
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly FunctionCoverage[];
}

/** Coverage of one function. */
interface KnownFunction {
  isCovered: boolean;
  /** Blocks that have not run yet, by start and end. */
  readonly pending: Map<string, Range>;
  /** Observed execution counts by range, as a bit set: bit n is set if a count was at least 2^n and below 2^(n+1). */
  readonly counts: Map<string, number>;
}

export interface CoverageCounts {
  readonly functions: number;
  readonly coveredFunctions: number;
  /** Number of functions, blocks and counts seen so far. */
  readonly features: number;
}

/**
 * Block coverage of this process, measured by V8. V8 reports a block only if it ran less often than its parent;
 * therefore, a pending block is covered when its function runs without such a report.
 */
export class Coverage {
  readonly #session = new Session();
  readonly #prefixes: readonly string[];
  readonly #functions = new Map<string, KnownFunction>();
  #features = 0;

  /** @param folders path prefixes of the files to measure */
  constructor(folders: readonly string[]) {
    this.#prefixes = folders.map((folder) => pathToFileURL(folder).href);
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Discards the coverage since the last reading. */
  skip(): void {
    this.#post('Profiler.takePreciseCoverage');
  }

  /** The coverage since the last reading. */
  take(): readonly ScriptCoverage[] {
    const { result } = this.#post('Profiler.takePreciseCoverage') as { result: ScriptCoverage[] };
    return result.filter(({ url }) => this.#prefixes.some((prefix) => url.startsWith(prefix)));
  }

  /** Whether a function or block ran for the first time. */
  isNew(scripts: readonly ScriptCoverage[]): boolean {
    return scripts.some(({ url, functions }) =>
      functions.some((coverage) => {
        if (wholeRange(coverage).count === 0) return false;
        const known = this.#functions.get(keyOf(url, coverage));
        return known === undefined || !known.isCovered || newlyExecuted(known, coverage).length > 0;
      }),
    );
  }

  /**
   * Adds coverage.
   * @returns number of new features
   */
  add(scripts: readonly ScriptCoverage[], { withCounts }: { withCounts: boolean }): number {
    let added = 0;
    for (const { url, functions } of scripts) {
      for (const coverage of functions) added += this.#addFunction(url, coverage, withCounts);
    }
    this.#features += added;
    return added;
  }

  counts(): CoverageCounts {
    const functions = [...this.#functions.values()];
    return {
      functions: functions.length,
      coveredFunctions: functions.filter(({ isCovered }) => isCovered).length,
      features: this.#features,
    };
  }

  #addFunction(url: string, coverage: FunctionCoverage, withCounts: boolean): number {
    const key = keyOf(url, coverage);
    const known = this.#functions.get(key) ?? { isCovered: false, pending: new Map(), counts: new Map() };
    this.#functions.set(key, known);
    if (wholeRange(coverage).count === 0) return 0;
    const run = newlyExecuted(known, coverage);
    for (const block of run) known.pending.delete(placeOf(block));
    // An unknown block has run before, unless it is within one that runs for the first time.
    const fresh = known.isCovered ? run : [wholeRange(coverage)];
    let added = run.length + (known.isCovered ? 0 : 1);
    known.isCovered = true;
    for (const range of coverage.ranges) {
      const place = placeOf(range);
      if (range.count === 0 && fresh.some((block) => contains(block, range))) known.pending.set(place, range);
      if (range.count > 0 && withCounts) added += addCount(known.counts, place, range.count);
    }
    return added;
  }

  #post(method: string, parameters: object = {}): unknown {
    let outcome: unknown;
    // The profiler of the same thread responds before `post` returns.
    this.#session.post(method, parameters, (error, result) => {
      if (error !== null) throw error;
      outcome = result;
    });
    return outcome;
  }
}

function wholeRange({ ranges }: FunctionCoverage): Range {
  return ranges[0] as Range; // The first range is the whole function.
}

function keyOf(url: string, coverage: FunctionCoverage): string {
  return `${url} ${placeOf(wholeRange(coverage))}`;
}

function placeOf({ startOffset, endOffset }: Range): string {
  return `${startOffset}-${endOffset}`;
}

/** The pending blocks that ran, because this run does not report them as not run. */
function newlyExecuted({ pending }: KnownFunction, { ranges }: FunctionCoverage): Range[] {
  if (pending.size === 0) return [];
  const notRun = ranges.filter(({ count }) => count === 0);
  return [...pending.values()].filter((block) => !notRun.some((range) => contains(range, block)));
}

function contains(outer: Range, inner: Range): boolean {
  return outer.startOffset <= inner.startOffset && inner.endOffset <= outer.endOffset;
}

function addCount(counts: Map<string, number>, place: string, count: number): number {
  const bit = 1 << Math.min(16, Math.floor(Math.log2(count)));
  const known = counts.get(place) ?? 0;
  counts.set(place, known | bit);
  return (known & bit) === 0 ? 1 : 0;
}

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Finding {
  readonly target: string;
  /** Description of the failure. Findings with the same first line and code location are duplicates. */
  readonly report: string;
  readonly input: Buffer;
}

/** Distinct findings of a run: `<folder>/<target>/<id>` has the input, `<id>.txt` the report. */
export class Findings {
  readonly #folder: string;
  readonly #known = new Map<string, { file: string; times: number }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get kinds(): readonly { file: string; times: number }[] {
    return [...this.#known.values()];
  }

  /**
   * Adds a finding.
   * @returns its file; undefined for a duplicate
   */
  add(finding: Finding): string | undefined {
    const id = identityOf(finding.report);
    const key = `${finding.target}/${id}`;
    const known = this.#known.get(key);
    if (known !== undefined) {
      known.times++;
      return undefined;
    }
    const file = join(this.#folder, finding.target, id);
    this.#known.set(key, { file, times: 1 });
    mkdirSync(join(this.#folder, finding.target), { recursive: true });
    if (!existsSync(file)) {
      writeFileSync(file, finding.input);
      writeFileSync(
        `${file}.txt`,
        `${finding.report}\n\nnpm run fuzz -- --reproduce ${relative(process.cwd(), file)}\n`,
      );
    }
    return file;
  }
}

/** The identity of a finding, which ignores numbers and quoted text. */
export function identityOf(report: string): string {
  const lines = report.split('\n');
  const location = lines.find((line) => /^\s+at .*\/dist\//.test(line)) ?? '';
  const message = (lines[0] ?? '').replaceAll(/"[^"]*"|'[^']*'|\d+|[0-9a-f-]{16,}/g, '#').slice(0, 160);
  return createHash('sha256').update(`${message}\n${location.trim()}`).digest('hex').slice(0, 12);
}

/** The thrown value with its stack. */
export function describeFailure(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? `${thrown.name}: ${thrown.message}`) : `thrown: ${String(thrown)}`;
}

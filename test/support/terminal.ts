import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program in a terminal of its own, made by util-linux' `script`. */
export class Terminal {
  readonly #process: ChildProcessWithoutNullStreams;
  #shown = '';

  constructor(command: string, options: { workingDirectory: string; environment: Record<string, string> }) {
    this.#process = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      cwd: options.workingDirectory,
      env: { PATH: process.env.PATH, TERM: 'xterm', LANG: 'C.UTF-8', ...options.environment },
    });
    this.#process.stdout.setEncoding('utf8').on('data', (shown: string) => {
      this.#shown += shown;
    });
  }

  type(keys: string): void {
    this.#process.stdin.write(keys);
  }

  /**
   * Resolves with what the pattern finds in all that was shown since the last time.
   * @throws {Error} when the program ends before it was shown
   */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.#shown);
      if (found !== null) {
        this.#shown = this.#shown.slice(found.index + found[0].length);
        return found;
      }
      if (this.#process.exitCode !== null) throw new Error(`${pattern} was not shown: ${this.#shown}`);
      const changed = new AbortController();
      const { signal } = changed;
      await Promise.race([once(this.#process.stdout, 'data', { signal }), once(this.#process, 'close', { signal })]);
      changed.abort();
    }
  }

  close(): void {
    this.#process.kill('SIGKILL');
  }
}

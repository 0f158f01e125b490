import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program in a pseudoterminal, created by `script` of util-linux. */
export class Terminal {
  readonly #process: ChildProcessWithoutNullStreams;
  #shown = '';

  constructor(command: string, options: { workingDirectory: string; environment: Record<string, string> }) {
    this.#process = spawn('script', ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
      cwd: options.workingDirectory,
      env: { PATH: process.env.PATH, TERM: 'xterm', LANG: 'C.UTF-8', ...options.environment },
    });
    this.#process.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.#shown += chunk;
    });
  }

  type(keys: string): void {
    this.#process.stdin.write(keys);
  }

  /**
   * Resolves with the match of the pattern in the output since the last call.
   * @throws {Error} if the program exits before the pattern matches
   */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#shown);
      if (match !== null) {
        this.#shown = this.#shown.slice(match.index + match[0].length);
        return match;
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

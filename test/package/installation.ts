import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root.js';
import { type CommandOptions, type CommandResult, runCommand, startCommand } from '../support/command-line.js';
import { temporaryFolder, untilReady } from '../support/running-server.js';

/** A user who owns no file of the package; undefined if this process cannot change users. */
const unprivilegedUser = process.getuid?.() === 0 ? 65_534 : undefined;

const npmOptions = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];

/** The package as packed by `npm pack`, and a directory in which it is installed globally. */
export class Installation {
  readonly #folder = temporaryFolder();
  readonly tarball = this.#pack();
  /** The global directory of packages. */
  readonly path = this.#makeFolder('a global folder');
  /** The command as linked by npm. */
  readonly program = join(this.path, 'bin', 'rampart');
  readonly package = join(this.path, 'lib', 'node_modules', 'rampart');

  /** Installs the package for all users, without running install scripts of dependencies. */
  installWithoutScripts(): void {
    this.#npm('install', '--ignore-scripts', this.tarball);
  }

  /** Runs the install scripts, as an installation without `--ignore-scripts` does. */
  runInstallScripts(): void {
    this.#npm('rebuild');
  }

  /** The files of the tarball, relative to the package. */
  packedFiles(): string[] {
    const names = execFileSync('tar', ['--list', '--gzip', '--file', this.tarball], { encoding: 'utf8' });
    return names.split('\n').flatMap((name) => (name === '' ? [] : [name.replace(/^package\//, '')]));
  }

  /** A PATH on which `node` is another program. */
  pathWithNode(node: { version: string } | { program: string }): string {
    const folder = this.#makeFolder('version' in node ? node.version : 'node of this test');
    const file = join(folder, 'node');
    rmSync(file, { force: true });
    if ('program' in node) symlinkSync(node.program, file);
    else writeFileSync(file, `#!/bin/sh\necho ${node.version}\n`, { mode: 0o755 });
    return `${folder}:/usr/bin:/bin`;
  }

  /**
   * A working directory of a user who cannot change the package, with the options to start commands as that user. All
   * of them have one home directory, whose compile cache makes their starts faster.
   */
  createUnprivilegedFolder(name: string): CommandOptions & { workingDirectory: string; home: string } {
    const [workingDirectory, home] = [this.#makeFolder(`${name} work`), this.#makeFolder('home')];
    if (unprivilegedUser !== undefined)
      for (const folder of [workingDirectory, home]) chownSync(folder, unprivilegedUser, unprivilegedUser);
    // Replaces this run's directory for temporary files, to which the user cannot write.
    const environment = { HOME: home, TMPDIR: '/tmp', RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };
    return { program: this.program, user: unprivilegedUser, workingDirectory, home, environment };
  }

  async run(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
    return await runCommand(args, { program: this.program, ...options });
  }

  /** Starts a command that serves, runs the work when it is ready, and stops the command. */
  async runWhileServing<T>(
    args: readonly string[],
    options: CommandOptions,
    work: (addresses: Record<string, string>) => Promise<T>,
  ): Promise<T> {
    const command = startCommand(args, { program: this.program, ...options });
    try {
      const result = await work(await untilReady(command));
      command.process.kill('SIGTERM');
      const { code, errors } = await command.result;
      if (code !== 0) throw new Error(`the server ended with ${code}: ${errors}`);
      return result;
    } finally {
      command.process.kill('SIGKILL');
    }
  }

  remove(): void {
    this.#folder.remove();
  }

  #npm(...args: string[]): void {
    const options = ['--global', '--prefix', this.path, ...npmOptions];
    execFileSync('npm', [...args, ...options], { cwd: this.path, stdio: 'pipe' });
  }

  #pack(): string {
    const destination = this.#makeFolder('tarball');
    execFileSync('npm', ['pack', '--silent', '--pack-destination', destination], { cwd: projectRoot, stdio: 'pipe' });
    const [name = ''] = readdirSync(destination);
    return join(destination, name);
  }

  #makeFolder(name: string): string {
    const folder = join(this.#folder.path, name);
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    return folder;
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';
import { type RunningCommand, startCommand } from '../support/command-line.js';
import { temporaryFolder, untilReady } from '../support/running-server.js';
import { shapeOf, shellBlocks } from './support/shell-blocks.js';

/** Commands that install, build and run all tests, which include this test. */
const checkoutCommandPattern = /^npm (ci|test)/m;
/** Commands that run until they are stopped, with the expected start of their output. */
const endlessCommands: readonly [commands: RegExp, output: RegExp][] = [
  [/^curl -N /m, /^event: ready$/m],
  [/dashboard\.ts/, /^open alerts: \d+$/m],
];

const page = readFileSync(join(projectRoot, 'README.md'), 'utf8');
const blocks = shellBlocks(page).filter(({ commands }) => !checkoutCommandPattern.test(commands));

const hasTools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);
if (!hasTools) console.log('bash or curl is not installed here: the commands of README are not tested.');

describe.skipIf(!hasTools)('the commands of README, in order with the demo,', () => {
  const folder = temporaryFolder();
  const checkout = join(folder.path, 'checkout');
  const variables = join(folder.path, 'variables');
  let demo: RunningCommand;
  let addresses: Record<string, string> = {};

  beforeAll(async () => {
    makeCheckout(checkout);
    const environment = { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };
    // Three days have all kinds of sample data; fourteen take twice as long.
    demo = startCommand(['demo', '--days', '3'], { environment, workingDirectory: checkout });
    addresses = await untilReady(demo);
  });
  afterAll(async () => {
    demo.process.kill('SIGTERM');
    await demo.result;
    folder.remove();
  });

  test.each(blocks.map((block) => [block.line, block] as const))('work as shown at line %d', async (_, block) => {
    const [, beginning] = endlessCommands.find(([commands]) => commands.test(block.commands)) ?? [];
    const shell = startShell(block.commands);
    const [output, errors] = [collect(shell.stdout), collect(shell.stderr)];
    if (beginning !== undefined) return await expect.poll(output, { timeout: 60_000 }).toMatch(beginning);
    const [code] = await once(shell, 'close');
    expect({ code, errors: errors() }).toMatchObject({ code: 0 });
    const notes = errors()
      .split('\n')
      .filter((line) => line.startsWith('rampart:'));
    for (const note of notes) expect(note).toMatch(/^rampart: using the running demo /);
    if (block.output !== undefined) expect(shapeOf(output())).toEqual(shapeOf(block.output));
  });

  /** Runs commands with the variables that previous blocks have set. */
  function startShell(commands: string): ChildProcess {
    const testCommands = commands
      .replaceAll('http://127.0.0.1:4000', addresses.rest ?? '')
      .replaceAll('https://127.0.0.1:8900', addresses.licenses ?? '')
      // The default of the example is the address in README.
      .replace('OPERATOR_TOKEN=$TOKEN', `SERVER_URL=${addresses.rest} $&`);
    const script = `set -a; touch ${variables}; . ${variables}\n${testCommands}\ncode=$?; declare -px > ${variables}; exit $code`;
    const shell = spawn('bash', ['-c', script], {
      cwd: checkout,
      env: { PATH: process.env.PATH, HOME: '/tmp', TMPDIR: process.env.TMPDIR },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // A process group, so all processes can be stopped.
    });
    onTestFinished(() => {
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    });
    return shell;
  }
});

/** A directory with the files of the project, but without data and settings. */
function makeCheckout(path: string): void {
  mkdirSync(path);
  const names = readdirSync(projectRoot).filter((name) => !['data', '.git', 'rampart.ini'].includes(name));
  for (const name of names) symlinkSync(join(projectRoot, name), join(path, name));
}

function collect(stream: Readable | null): () => string {
  let output = '';
  stream?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return () => output;
}

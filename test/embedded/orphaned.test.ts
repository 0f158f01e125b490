import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { startServer, temporaryFolder } from '../support/running-server.js';

const isRoot = process.getuid?.() === 0;

interface Listed {
  name: string;
  state: string;
  dataDirectory: string;
}

test.runIf(isRoot)('an orphaned database is reported in the log of a server only, and deleted by name', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const closed = join(folder.path, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  const deletedDirectory = join(closed, 'data');
  await runHere(['migrate'], { environment: { RAMPART_SERVER_DATA_DIR: deletedDirectory } });
  rmSync(closed, { recursive: true });

  const environment = { RAMPART_SERVER_DATA_DIR: join(folder.path, 'data') };
  expect(await runHere(['migrate'], { environment })).toMatchObject({ code: 0, errors: '' });
  const { command } = await startServer(environment);
  command.process.kill('SIGTERM');
  expect((await command.result).errors).toContain(join(deletedDirectory, 'postgresql'));

  const listed = JSON.parse((await runHere(['cleanup', '--json'])).output) as Listed[];
  const ours = listed.filter(({ dataDirectory }) => dataDirectory === join(deletedDirectory, 'postgresql'));
  expect(ours).toMatchObject([{ state: 'orphaned' }]);
  const names = ours.map(({ name }) => name);
  expect(await runHere(['cleanup', '--remove', ...names])).toMatchObject({
    code: 0,
    output: `removed ${names}\n`,
  });
  expect((await runHere(['cleanup'])).output).not.toContain(deletedDirectory);
});

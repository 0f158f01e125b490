import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startCommand } from '../support/command-line.js';
import { temporaryFolder } from '../support/running-server.js';

test.each([
  ['starts', 'starting a second instance'],
  ['adds sample data', 'importing'],
])('the demo stops after a signal while it %s, and leaves no files', async (_, progress) => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const environment = { TMPDIR: folder.path, RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' };
  const demo = startCommand(['demo', '--days', '14'], { environment });
  onTestFinished(() => void demo.process.kill('SIGKILL'));
  let errors = '';
  demo.process.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await vi.waitFor(() => expect(errors).toContain(progress), { timeout: 120_000, interval: 20 });
  demo.process.kill('SIGINT');
  const { code, output } = await demo.result;
  expect(code).toBe(0);
  expect(output).not.toContain('ready');
  expect(readdirSync(folder.path).filter((name) => name.startsWith('rampart-demo-'))).toEqual([]);
});

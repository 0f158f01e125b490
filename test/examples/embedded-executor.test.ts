import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

const child = spawn(process.execPath, [join(projectRoot, 'examples', 'embedded-executor', 'server.ts')], {
  env: { PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const closed = once(child, 'close');
let url: string;

beforeAll(async () => {
  const [line] = await Promise.race([once(child.stdout, 'data'), closed.then(() => ['it ended'])]);
  url = String(line).trim();
  expect(url).toMatch(/^http:/);
});
afterAll(async () => {
  child.kill('SIGKILL');
  await closed;
});

async function sendRequest(body: string): Promise<[status: number, result: unknown]> {
  const response = await fetch(url, { method: 'POST', body });
  return [response.status, await response.json()];
}

test('the embedded executor serves two subgraphs', async () => {
  const body = JSON.stringify({ query: '{ books { title reviews { text } } }' });
  const data = {
    books: [
      { title: 'Tides', reviews: [{ text: 'Calm' }, { text: 'Deep' }] },
      { title: 'Dunes', reviews: [] },
    ],
  };
  expect([await sendRequest(body), await sendRequest(body)]).toEqual(Array(2).fill([200, { data }]));
});

test('the embedded executor reports errors in a request', async () => {
  const [status, result] = await sendRequest('{"query": "{ films }"}');
  expect([status, result]).toEqual([
    400,
    { errors: [expect.objectContaining({ message: expect.stringContaining('Cannot query field "films"') })] },
  ]);
  expect(await sendRequest('books')).toEqual([400, { errors: [{ message: 'The body must be a JSON object' }] }]);
});

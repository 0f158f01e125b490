import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { federated, serveSubgraphs } from '../../execution/support/http-subgraphs.js';
import { runCommand, startCommand } from '../../support/command-line.js';
import { temporaryFolder, untilReady } from '../../support/running-server.js';
import { sendRequest } from './support/start.js';

const pollOptions = { timeout: 60_000, interval: 50 };

async function serveVersion(version: number) {
  const typeDefs = federated('type Query { version: Int }');
  const served = await serveSubgraphs([{ name: 'one', typeDefs, resolvers: { Query: { version: () => version } } }]);
  onTestFinished(() => served.close());
  return served;
}

test('workers share the port, metrics and limits; SIGHUP replaces them with the supergraph of the file, unless it is invalid', async () => {
  const [first, second] = [await serveVersion(1), await serveVersion(2)];
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = join(folder.path, 'supergraph.graphql');
  writeFileSync(file, first.supergraphSdl);
  const command = startCommand(['gateway', file, '--workers', '2', '--port', '0', '--poll', '0'], {
    environment: { RAMPART_SERVER_MAX_REQUESTS_PER_MINUTE: '30', RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1' },
  });
  onTestFinished(() => void command.process.kill('SIGKILL'));
  let log = '';
  command.process.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const messages = (): string[] => [...log.matchAll(/"msg":"([^"]+)"/g)].map(([, message = '']) => message);
  const { graphql = '' } = await untilReady(command);
  const url = graphql.replace(/\/graphql$/, '');
  const requestVersion = async (headers = {}) => {
    const { status, body } = await sendRequest(url, '{ version }', { headers: { connection: 'close', ...headers } });
    return status === 200 ? body.data.version : status;
  };

  expect(await Promise.all(Array.from({ length: 8 }, () => requestVersion()))).toEqual(Array(8).fill(1));
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(/_count\{.*route="\/graphql".*\} 8$/m);
  expect(metrics).toMatch(/^rampart_supergraph_info\{hash="\w{64}"\} 1$/m);
  expect(metrics).toMatch(/^rampart_subgraph_available\{subgraph="one"\} 1$/m);
  const [, loadedAt] = /^rampart_supergraph_last_replaced_timestamp_seconds (\S+)$/m.exec(metrics) ?? [];
  expect(Number(loadedAt)).toBeLessThanOrEqual(Date.now() / 1000);

  // The workers share their counts with a delay, so together they allow somewhat more than the limit.
  const statuses: number[] = [];
  for (let sent = 0; sent < 100; sent++) statuses.push(await requestVersion({ 'x-forwarded-for': '203.0.113.9' }));
  const allowed = statuses.filter((status) => status === 1).length;
  expect(allowed).toBeGreaterThanOrEqual(30);
  expect(allowed).toBeLessThan(60);
  expect(new Set(statuses)).toEqual(new Set([1, 429]));

  writeFileSync(file, 'type Query { a: Int }');
  command.process.kill('SIGHUP');
  await expect.poll(messages, pollOptions).toContainEqual(expect.stringMatching(/^a worker cannot be replaced/));
  expect(await requestVersion()).toBe(1);
  writeFileSync(file, second.supergraphSdl);
  command.process.kill('SIGHUP');
  await expect.poll(messages, pollOptions).toContain('all workers were replaced');
  expect(await Promise.all(Array.from({ length: 8 }, () => requestVersion()))).toEqual(Array(8).fill(2));
  command.process.kill('SIGTERM');
  expect(await command.result).toMatchObject({ code: 0 });
});

test('workers are rejected with a supergraph from standard input', async () => {
  const { code, errors } = await runCommand(['gateway', '-', '--workers', '2']);
  expect({ code, errors }).toEqual({
    code: 1,
    errors:
      'rampart: 2 workers cannot all read the supergraph from standard input: specify a file or a URL, or set --workers 1\n',
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { federated, type HttpSubgraphs, serveSubgraphs } from '../execution/support/http-subgraphs.js';
import { runCommand, startCommand } from '../support/command-line.js';
import { temporaryFolder, untilReady } from '../support/running-server.js';

const folder = temporaryFolder();
const file = join(folder.path, 'supergraph.graphql');
let subgraphs: HttpSubgraphs;

beforeAll(async () => {
  const resolvers = { Query: { greeting: () => 'hello' } };
  subgraphs = await serveSubgraphs([
    { name: 'greeter', typeDefs: federated('type Query { greeting: String }'), resolvers },
  ]);
  writeFileSync(file, subgraphs.supergraphSdl);
});

afterAll(async () => {
  await subgraphs.close();
  folder.remove();
});

describe('rampart gateway', () => {
  test('serves a supergraph without a database, prints its address, reloads it and stops on signals', async () => {
    const settings = join(folder.path, 'gateway.ini');
    writeFileSync(
      settings,
      '[supergraph]\npoll_seconds = 0\n[clients]\nforward_headers = Authorization\nintrospection = on\n',
    );
    const command = startCommand(['gateway', file, '--port', '0', '--config', settings], {
      environment: { RAMPART_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    });
    const { graphql } = await untilReady(command);
    const response = await fetch(graphql ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer 1' },
      body: '{"query":"{ greeting }"}',
    });
    expect(await response.json()).toEqual({ data: { greeting: 'hello' } });
    expect(subgraphs.observedRequests[0]?.headers.authorization).toBe('Bearer 1');
    const fetchSchema = async () => await (await fetch(new URL('/schema.graphql', graphql))).text();
    expect(await fetchSchema()).not.toContain('A new description');
    writeFileSync(file, subgraphs.supergraphSdl.replace('type Query', '"""A new description"""\ntype Query'));
    command.process.kill('SIGHUP');
    await expect.poll(fetchSchema).toContain('A new description');
    command.process.kill('SIGTERM');
    expect(await command.result).toMatchObject({ code: 0, output: expect.stringMatching(/^graphql: .*\nready\n$/) });
  });

  test.each([
    ['a missing file', ['/nowhere.graphql'], 1, /^rampart: cannot find \/nowhere.graphql: it does not exist\n$/],
    ['an invalid supergraph', ['-'], 1, /^rampart: this is not a supergraph that can be served: .*\n$/],
    ['a missing argument', [], 2, /missing required argument 'supergraph'/],
    ['an unknown rule', [file, '--response-header', 'x-a=all'], 2, /must be one of first, last, append/],
    [
      'an issuer without keys',
      [file, '--issuer', 'https://a.example'],
      1,
      /^rampart: issuer and audience .*--jwks.*\n$/,
    ],
    ['an invalid port', [file, '--port', '70000'], 2, /must be between 0 and 65535/],
    ['an incomplete URL', [file, '--subgraph', 'greeter'], 2, /must be NAME=URL/],
    ['a connection-specific header', [file, '--forward-header', 'Host'], 2, /cannot be forwarded/],
    ['a timeout of zero', [file, '--timeout', '0'], 2, /a number above 0/],
    ['an excessive timeout', [file, '--timeout', '31'], 1, /^rampart: --timeout 31 .* timeout_seconds \(30\):.*\n$/],
  ])('rejects %s with one line', async (_, args, code, message) => {
    const result = await runCommand(['gateway', ...args], { input: 'type Query { a: Int }' });
    expect(result).toMatchObject({ code, output: '', errors: expect.stringMatching(message) });
  });
});

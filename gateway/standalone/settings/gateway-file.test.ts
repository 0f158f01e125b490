import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../../platform/project-root.js';
import { readGatewayFile } from './gateway-file.js';
import { subgraphsSettings } from './subgraph-settings.js';

describe('a configuration file of the gateway', () => {
  test('has defaults for omitted settings', () => {
    const { supergraph, authorization, authentication, bySubgraph, responseHeaders } = readGatewayFile('', 'g.ini');
    expect(supergraph).toMatchObject({ pollSeconds: 10, authorizationFile: '' });
    expect(authorization).toEqual({ enforcedBy: 'gateway', unauthorized: 'filter' });
    expect(authentication.scopeClaims).toEqual(['scope', 'scp']);
    expect([bySubgraph.size, responseHeaders.size]).toEqual([0, 0]);
  });

  test('has sections for single subgraphs, which take precedence over the section for all subgraphs', () => {
    const file = readGatewayFile(
      '[subgraphs]\ntimeout_seconds=10\nretries=1\n[subgraph reviews]\nurl=http://r/\ntimeout_seconds=3\ncompression=off\n',
      'g.ini',
    );
    const settings = subgraphsSettings({
      ...{ all: file.subgraphs, byName: file.bySubgraph, urls: new Map(), maxTimeoutSeconds: 8 },
    });
    expect(settings.defaults).toMatchObject({ timeoutMs: 8000, maxRetries: 1, acceptsCompressed: true });
    expect(settings.byName.get('reviews')).toMatchObject({ timeoutMs: 3000, maxRetries: 1, acceptsCompressed: false });
    expect([...settings.urls]).toEqual([['reviews', 'http://r/']]);
  });

  test('has rules for response headers', () => {
    const { responseHeaders } = readGatewayFile(
      '[response_headers]\nCache-Control=strictest\nset-cookie=append',
      'g.ini',
    );
    expect([...responseHeaders]).toEqual([
      ['cache-control', 'strictest'],
      ['set-cookie', 'append'],
    ]);
  });

  test('can be examples/gateway.ini, with and without its commented-out settings', () => {
    const text = readFileSync(join(projectRoot, 'examples', 'gateway.ini'), 'utf8');
    const uncommented = text.replaceAll(/^; ([a-z_]+ = |\[)/gm, '$1');
    expect(readGatewayFile(text, 'g.ini').clients.corsOrigins).toEqual(['https://app.example.com']);
    expect(readGatewayFile(uncommented, 'g.ini').bySubgraph.get('reviews')).toMatchObject({ retries: 0 });
  });

  test.each([
    ['[subgrafs]\n', 'unknown section [subgrafs]; the sections are supergraph, clients,'],
    ['retries=1\n', 'unknown key retries outside a section'],
    ['[subgraphs]\nretry=1\n', 'unknown key retry in [subgraphs]; its keys are timeout_seconds,'],
    ['[subgraphs]\nurl=http://x\n', 'unknown key url in [subgraphs]'],
    ['[subgraphs]\nretries\n', '[subgraphs] retries has no value'],
    ['[subgraph a]\nretries=99\n', '[subgraph a] retries must be between 0 and 10'],
    [
      '[response_headers]\nconnection=first\n',
      '[response_headers] connection cannot be forwarded: it describes the connection, the body or another resource',
    ],
    ['[response_headers]\nx-a=all\n', 'must be one of first, last, append, strictest'],
    ['[response_headers]\nx-a=strictest\n', 'for cache-control only'],
    ['[clients]\nforward_headers=host\n', 'cannot be forwarded: host'],
    ['[clients]\ncors_origins=*\n', 'must be an origin'],
    ['[clients]\ncors_origins=https://a.example/\n', 'must be an origin'],
    ['[authentication]\ntrusted_proxies=everyone\n', '[authentication] trusted_proxies'],
    ['[clients\n', 'line 1'],
  ])('is rejected with the location of the error: %j', (text, message) => {
    expect(() => readGatewayFile(text, 'g.ini')).toThrow(message);
    expect(() => readGatewayFile(text, 'g.ini')).toThrow(/^g\.ini: /);
  });
});

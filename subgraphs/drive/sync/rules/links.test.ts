import { describe, expect, test } from 'vitest';
import { baseUrl, downloadLink, graphLink, siteLookupPath } from './links.js';

const graph = new URL('https://graph.example/v1.0/');
const localGraph = new URL('http://127.0.0.1:8080/');

test('encodes each segment of a site path', () => {
  const site = { hostname: 'contoso.example', path: '/sites/field work/sites/north%' };
  expect(siteLookupPath(site)).toBe('/v1.0/sites/contoso.example:/sites/field%20work/sites/north%25');
});

describe('a configured base URL', () => {
  test.each(['https://graph.example/', 'http://localhost:8080/', 'http://127.0.0.1/', 'http://[::1]:1/'])(
    'may be %s',
    (input) => {
      expect(baseUrl('graph_url', input).href).toBe(input);
    },
  );

  test.each([
    ['', '[drive] graph_url is not set: set it to an https URL'],
    [
      'http://graph.example/',
      '[drive] graph_url must be https, except on a loopback address, but is http://graph.example',
    ],
    [
      'ftp://graph.example/',
      '[drive] graph_url must be https, except on a loopback address, but is ftp://graph.example',
    ],
  ])('may not be %j', (input, message) => {
    const error = { code: 'BAD_USER_INPUT', message, details: { argument: 'graph_url' } };
    expect(() => baseUrl('graph_url', input)).toThrow(expect.objectContaining(error));
  });
});

describe('a link from the Graph API', () => {
  test.each([
    ['https://graph.example/v1.0/next?a=b', 'https://graph.example/v1.0/next?a=b'],
    ['/v1.0/next', 'https://graph.example/v1.0/next'],
    ['next', 'https://graph.example/v1.0/next'],
  ])('%s is followed', (link, href) => {
    expect(graphLink(graph, link).href).toBe(href);
  });

  test.each([
    ['https://graph.example:8443/next', 'a link to https://graph.example:8443'],
    ['http://graph.example/next', 'a link to http://graph.example'],
    ['https://other.example/next', 'a link to https://other.example'],
    ['//other.example/next', 'a link to https://other.example'],
    ['https://user@graph.example/next', 'a link to https://graph.example'],
    ['https://:secret@graph.example/next', 'a link to https://graph.example'],
    ['https://', 'an invalid link'],
  ])('%s is not followed with the access token', (link, found) => {
    const error = {
      code: 'UPSTREAM_FAILED',
      message: `The document site sent ${found}, which was not followed: expected a URL of https://graph.example without credentials`,
      details: { reason: 'foreign_link' },
    };
    expect(() => graphLink(graph, link)).toThrow(expect.objectContaining(error));
  });
});

describe('a download redirect', () => {
  test.each([
    [graph, 'https://files.example/a', 'https://files.example/a'],
    [graph, '/content', 'https://graph.example/content'],
    [localGraph, 'http://127.0.0.1:9090/a', 'http://127.0.0.1:9090/a'],
    [localGraph, '/content', 'http://127.0.0.1:8080/content'],
  ])('from %s to %s is followed', (from, location, href) => {
    expect(downloadLink(from, { location, from }).href).toBe(href);
  });

  test.each([
    [graph, 'http://files.example/a'],
    [graph, 'http://127.0.0.1/a'],
    [localGraph, 'http://files.example/a'],
    [localGraph, 'ftp://127.0.0.1/a'],
    [graph, 'data:text/plain,a'],
    [graph, 'https://'],
  ])('from %s to %s is rejected', (from, location) => {
    const error = {
      code: 'UPSTREAM_FAILED',
      message: 'The document site redirected a download to a URL that is invalid or does not use HTTPS',
      details: { reason: 'unsafe_redirect' },
    };
    expect(() => downloadLink(from, { location, from })).toThrow(expect.objectContaining(error));
  });
});

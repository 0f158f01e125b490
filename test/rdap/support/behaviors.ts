import { gzipSync } from 'node:zlib';
import type { Behavior } from './registry.js';

/** A short response about a domain, with the given differences. */
export function responseAbout(domain: string, differences: object = {}): object {
  return {
    objectClassName: 'domain',
    ldhName: domain.toUpperCase(),
    handle: `HANDLE-${domain}`,
    status: ['active'],
    events: ['registration', 'expiration', 'last changed'].map((eventAction) => ({
      eventAction,
      eventDate: '2020-01-02T03:04:05Z',
    })),
    entities: [
      {
        roles: ['registrar'],
        vcardArray: ['vcard', [['fn', {}, 'text', 'Registrar Inc.']]],
        entities: [{ roles: ['abuse'], vcardArray: ['vcard', [['email', {}, 'text', 'abuse@registrar.example']]] }],
      },
    ],
    nameservers: [{ ldhName: `NS1.${domain}.` }],
    ...differences,
  };
}

const json = { 'content-type': 'application/rdap+json' };

export function respondsWith(body: unknown, headers: Record<string, string> = json): Behavior {
  return (_request, response) => response.writeHead(200, headers).end(JSON.stringify(body));
}

export function respondsWithText(status: number, text: string, headers: Record<string, string> = {}): Behavior {
  return (_request, response) => response.writeHead(status, headers).end(text);
}

export function redirectsTo(location: string, status = 302): Behavior {
  return respondsWithText(status, 'moved', { location });
}

/** Never responds. */
export const neverResponds: Behavior = () => undefined;

/** Starts a response that never ends. */
export const sendsBodySlowly: Behavior = (_request, response) => {
  response.writeHead(200, json).write('{"objectClassName": ');
};

export const truncatesBody: Behavior = (_request, response) => {
  response.writeHead(200, { ...json, 'content-length': '1000' }).write('{"objectClassName": ');
  response.destroy();
};

/** A valid response, padded with spaces to `bytes` bytes. */
export function respondsWithSize(body: object, bytes: number): Behavior {
  return (_request, response) => response.writeHead(200, json).end(JSON.stringify(body).padEnd(bytes));
}

/** An endless response without a content length. */
export const sendsEndlessBody: Behavior = (_request, response) => {
  response.writeHead(200, json);
  const chunk = Buffer.alloc(65_536, ' ');
  function push(): void {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', push);
  push();
};

export function respondsCompressed(body: object, { bytes = 0, encoding = 'gzip' } = {}): Behavior {
  const compressed = gzipSync(JSON.stringify(body).padEnd(bytes));
  return (_request, response) => response.writeHead(200, { ...json, 'content-encoding': encoding }).end(compressed);
}

/** Responds when it is released; `arrived` resolves at the first request. */
export function holds(behavior: Behavior): { behavior: Behavior; arrived: Promise<void>; release: () => void } {
  const arrival = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  return {
    behavior(request, response) {
      arrival.resolve();
      void gate.promise.then(() => behavior(request, response));
    },
    arrived: arrival.promise,
    release: () => gate.resolve(),
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createZoneService, type PullNetwork, type ZoneService } from '../../../subgraphs/zones/index.js';
import { testConfiguration } from '../../support/index.js';
import type { ImportWorld } from './import-world.js';

/** Two days of a zone, large enough for several chunks. */
export const days = [1, 2].map((serial) => ({
  serial,
  delegations: Array.from({ length: 3000 }, (_, index) =>
    index % 100 === serial ? `added-on-${serial}-${index} ns1.host.` : `name-${index} ns1.host. ns2.host.`,
  ),
}));

/** The zone service of a process with these settings, on the database of the world. */
export function pullService(
  { platform }: Pick<ImportWorld, 'platform'>,
  settings: Record<string, string>,
  network: PullNetwork = {},
): ZoneService {
  const environment = { RAMPART_SERVER_DATA_DIR: temporaryFolder(), ...settings };
  const configuration = testConfiguration(environment);
  return createZoneService({ ...platform, configuration }, undefined, { pause: async () => {}, ...network });
}

/** A directory that is removed at the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-pull-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a job of the service once. */
export async function runJob(service: ZoneService, name = 'zones.pull'): Promise<void> {
  const job = service.jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`there is no job ${name}`);
  await job.run({});
}

/** A request that a simulated server received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Respond = (received: Received, response: ServerResponse) => void;

export interface SimulatedServer {
  readonly url: string;
  /** All requests, in order. */
  readonly received: Received[];
  respond: Respond;
  /** Cuts all connections. */
  cut(): void;
}

/** An HTTP server for one test. */
export async function startSource(respond: Respond): Promise<SimulatedServer> {
  const server: { -readonly [Key in keyof SimulatedServer]: SimulatedServer[Key] } = {
    ...{ url: '', received: [], respond },
    cut: () => listener.closeAllConnections(),
  };
  const listener = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, body: Buffer.concat(pieces).toString() };
      server.received.push(received);
      server.respond(received, response);
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  server.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  onTestFinished(() => {
    listener.closeAllConnections();
    listener.close();
  });
  return server;
}

export interface ServedFile {
  readonly content: Buffer;
  readonly entityTag?: string;
  readonly lastModified?: string;
  /** Number of bytes after which the response stops. */
  readonly stopAfter?: number | undefined;
  readonly ignoresRanges?: boolean;
}

/** Responds like a file server (RFC 9110), with conditions and ranges. */
export function serveFile(file: ServedFile, { method, headers }: Received, response: ServerResponse): void {
  const { content, entityTag, lastModified } = file;
  const validators = {
    ...(entityTag === undefined ? {} : { etag: entityTag }),
    ...(lastModified === undefined ? {} : { 'last-modified': lastModified }),
  };
  const isKnown =
    headers['if-none-match'] === undefined
      ? lastModified !== undefined && headers['if-modified-since'] === lastModified
      : headers['if-none-match'] === entityTag;
  if (isKnown) {
    response.writeHead(304, validators).end();
    return;
  }
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
  const isSame = headers['if-range'] === undefined || [entityTag, lastModified].includes(headers['if-range'] as string);
  const from = start > 0 && isSame && file.ignoresRanges !== true ? start : 0;
  const length = { 'content-length': String(content.length - from) };
  const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
  response.writeHead(from > 0 ? 206 : 200, { ...validators, ...length, ...(from > 0 ? range : {}) });
  if (method === 'HEAD') response.end();
  else if (file.stopAfter === undefined) response.end(content.subarray(from));
  else response.write(content.subarray(from, from + file.stopAfter));
}

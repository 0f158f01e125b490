import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { projectRoot } from '../../../platform/project-root.js';
import type { BucketSettings } from '../../../subgraphs/drive/items/content/bucket-client.js';
import { findPython } from '../../clients/support/python.js';
import { temporaryFolder } from '../../support/running-server.js';

const python = findPython('import swift.common.middleware.s3api');
if (python === undefined)
  console.log('OpenStack Swift is not installed here (Debian: python3-swift): contents in a bucket are not tested.');
export const hasObjectStore = python !== undefined;

/** Responds instead of the object store, or changes its response; true if it has responded. */
export type Fault = (incoming: IncomingMessage, response: ServerResponse) => boolean;

const secret = 'a-secret-access-key';

/** OpenStack Swift with its S3 API, behind a proxy that records requests and has faults. */
export class ObjectStore {
  /** Method and path with query of each request. */
  readonly requests: string[] = [];
  /** Called for each request until it is removed. */
  fault: Fault | undefined;
  /** Numbers of bytes of a response body after which the connection breaks, each used once. */
  readonly cuts: number[] = [];
  readonly #folder = temporaryFolder();
  readonly #server = createServer((incoming, response) => this.#pass(incoming, response));
  #swift: ChildProcess | undefined;
  #port = 0;

  static async start(): Promise<ObjectStore> {
    const store = new ObjectStore();
    const script = join(projectRoot, 'test/drive/support/swift-s3.py');
    const swift = spawn(python ?? '', [script, store.#folder.path, secret], { stdio: ['ignore', 'pipe', 'inherit'] });
    store.#swift = swift;
    store.#port = await new Promise<number>((resolve, reject) => {
      swift.stdout?.on('data', (output: Buffer) => resolve(Number(/^port: (\d+)/.exec(output.toString())?.[1])));
      swift.once('exit', (code) => reject(new Error(`Swift ended with ${code}`)));
    });
    await new Promise<void>((resolve) => store.#server.listen(0, '127.0.0.1', resolve));
    return store;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#swift?.kill('SIGKILL');
    this.#folder.remove();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // A TCP server has an AddressInfo.
  }

  /** Creates a bucket; returns the settings for it. */
  async createBucket(bucket: string): Promise<BucketSettings> {
    await this.client(bucket).createBucket();
    return {
      ...{ s3Endpoint: this.url, s3Region: 'us-east-1', s3Bucket: bucket, s3Prefix: 'contents/', s3PathStyle: true },
      ...{ s3AccessKeyId: 'test:tester', s3SecretAccessKey: secret },
    };
  }

  /** A client of a bucket that is independent of the product. */
  client(bucket: string): S3mini {
    const endpoint = `http://127.0.0.1:${this.#port}/${bucket}`;
    return new S3mini({ accessKeyId: 'test:tester', secretAccessKey: secret, endpoint, region: 'us-east-1' });
  }

  #pass(incoming: IncomingMessage, response: ServerResponse): void {
    this.requests.push(`${incoming.method} ${incoming.url}`);
    if (this.fault?.(incoming, response)) return void incoming.resume();
    const { method, headers, url = '' } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: this.#port, method, headers, path: url });
    forwarded.on('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers);
      const cut = method === 'GET' ? this.cuts.shift() : undefined;
      if (cut === undefined) return void upstream.pipe(response);
      let sentBytes = 0;
      upstream.on('data', (bytes: Buffer) => {
        if (sentBytes >= cut) return;
        response.write(bytes.subarray(0, cut - sentBytes), () => sentBytes >= cut && response.destroy());
        sentBytes += bytes.length;
      });
      upstream.on('end', () => response.end());
    });
    forwarded.on('error', () => response.destroy());
    incoming.on('error', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }
}

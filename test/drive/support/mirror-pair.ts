import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runCommand } from '../../support/command-line.js';
import { freePort } from '../../support/free-port.js';
import { databaseSettingsForTest } from '../../support/index.js';
import { startServer, temporaryFolder } from '../../support/running-server.js';

const siteSettings = {
  RAMPART_DRIVE_SITE_HOSTNAME: 'mirror.example',
  RAMPART_DRIVE_SITE_PATH: '/sites/field',
  RAMPART_DRIVE_NOTIFICATIONS_ALLOW_PRIVATE: 'True',
};

/** A server in a separate process with its own database and data directory. */
export interface Instance {
  readonly url: string;
  readonly dataDir: string;
  readonly environment: Record<string, string>;
  /** Runs `rampart drive WORDS --json` on the instance. */
  drive(...args: string[]): Promise<Record<string, unknown>>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * `ownDatabase`: whether to use an embedded database in its data directory; otherwise one of the test cluster, which
 * starts faster.
 */
export async function startInstance(
  settings: Record<string, string>,
  { port, ownDatabase = false }: { port?: number; ownDatabase?: boolean } = {},
): Promise<Instance> {
  // Created first, so it is dropped last.
  const database = ownDatabase ? {} : await databaseSettingsForTest();
  const folder = temporaryFolder();
  const chosen = port ?? (await freePort());
  const environment = {
    ...settings,
    ...database,
    RAMPART_SERVER_DATA_DIR: folder.path,
    RAMPART_SERVER_PORT: String(chosen),
    RAMPART_LICENSES_PORT: '0',
  };
  const server = await startServer(environment);
  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    server.command.process.kill(signal);
    await server.command.result;
  }
  onTestFinished(async () => {
    await stop();
    folder.remove();
  });
  return {
    url: `http://127.0.0.1:${chosen}`,
    dataDir: folder.path,
    environment,
    async drive(...args) {
      const { code, output, errors } = await runCommand(['drive', ...args, '--json'], { environment });
      expect(code, errors).toBe(0);
      return JSON.parse(output);
    },
    stop,
  };
}

/** A folder, the instance that serves it, and credentials of a client. */
export async function startMirror(): Promise<{ folder: string; mirror: Instance; client: MirrorClient }> {
  const served = temporaryFolder();
  onTestFinished(served.remove);
  const folder = join(served.path, 'served');
  mkdirSync(folder);
  const mirror = await startInstance({ ...siteSettings, RAMPART_DRIVE_FOLDER: folder });
  const added = await mirror.drive('clients', 'add', 'copy');
  return { folder, mirror, client: { id: String(added.client_id), secret: String(added.client_secret) } };
}

export interface MirrorClient {
  id: string;
  secret: string;
}

export async function requestToken(url: string, fields: Record<string, string>): Promise<Response> {
  return await fetch(`${url}/contoso/oauth2/v2.0/token`, { method: 'POST', body: new URLSearchParams(fields) });
}

export async function tokenFor(mirror: Instance, client: MirrorClient): Promise<string> {
  const response = await requestToken(mirror.url, {
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
    scope: `${mirror.url}/.default`,
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { access_token: string }).access_token; // The status was checked.
}

/** Contents of the files below a directory, by path. */
export function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [path.slice(folder.length), readFileSync(path, 'base64')]),
  );
}

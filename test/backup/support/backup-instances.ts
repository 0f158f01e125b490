import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { expect, onTestFinished } from 'vitest';
import { fillSample } from '../../../command-line/demo/fill.js';
import { writeSampleLicense } from '../../../command-line/demo/sample-controllers.js';
import { systemClock } from '../../../platform/clock.js';
import { openDatabase, withUnmigratedDatabase } from '../../../platform/database/index.js';
import { silentLog } from '../../../platform/log.js';
import { subgraphs } from '../../../subgraphs/index.js';
import { runHere } from '../../command-line/support/run-here.js';
import { createEmptyDatabase, graphWith, testConfiguration } from '../../support/index.js';
import { temporaryFolder } from '../../support/running-server.js';

export const passphrase = 'correct horse battery staple';

/** A directory for the test, with a file that contains the passphrase. */
export function backupFolder(): { folder: string; passphraseFile: string } {
  const { path: folder, remove } = temporaryFolder();
  onTestFinished(remove);
  const passphraseFile = join(folder, 'passphrase');
  writeFileSync(passphraseFile, `${passphrase}\n`);
  return { folder, passphraseFile };
}

/** An instance, as options of commands. */
export interface Instance {
  /** Undefined for the embedded database. */
  readonly url: string | undefined;
  readonly dataDir: string;
}

/** A new instance without tables. */
export async function emptyInstance(kind: 'embedded' | 'url'): Promise<Instance> {
  const { path: dataDir, remove } = temporaryFolder();
  onTestFinished(remove);
  if (kind === 'embedded') return { url: undefined, dataDir };
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  return { url, dataDir };
}

export function instanceLabel({ url, dataDir }: Instance): string[] {
  return ['--data-dir', dataDir, ...(url === undefined ? [] : ['--url', url])];
}

/** Settings of a server on the instance. */
export function environmentOf({ url, dataDir }: Instance): Record<string, string> {
  return { RAMPART_SERVER_DATA_DIR: dataDir, ...(url === undefined ? {} : { DATABASE_URL: url }) };
}

/** Runs a command that must succeed, and returns its output. */
export async function succeed(
  args: readonly string[],
  options: { environment?: Record<string, string> } = {},
): Promise<string> {
  const { code, output, errors } = await runHere(args, options);
  expect(code, `${args[0]}: ${errors}`).toBe(0);
  return output;
}

/** Runs a command that must fail, and returns its error message. */
export async function expectRejection(args: readonly string[]): Promise<string> {
  const result = await runHere(args);
  expect(result, args.join(' ')).toMatchObject({ code: 1, output: '' });
  expect(result.errors.trim().split('\n')).toHaveLength(1);
  return result.errors.trim();
}

/** Reads the database of an instance without changing it. */
export async function inspect<Result>(instance: Instance, read: (sql: Sql) => Promise<Result>): Promise<Result> {
  const configuration = testConfiguration(environmentOf(instance));
  return await withUnmigratedDatabase({ configuration, log: silentLog }, read);
}

/** A connection to a database by URL, with an application name other than Rampart's. */
export function connectTo(url: string): Sql {
  const socket = new URL(url).searchParams.get('host');
  const sql = postgres(url.replace(/\?.*$/, ''), { path: `${socket}/.s.PGSQL.5432`, onnotice: () => {}, max: 2 });
  onTestFinished(() => sql.end());
  return sql;
}

/**
 * Fills an instance like the demo, but with fewer days, and adds contents and an incomplete download to its data
 * directory. Returns the settings of its server, including those of the license, and an API key of the zone feed.
 */
export async function fillInstance(instance: Instance): Promise<{ environment: Record<string, string>; key: string }> {
  const ownConfiguration = testConfiguration(environmentOf(instance));
  const license = await writeSampleLicense(instance.dataDir, Date.now() / 1000);
  const configuration = { ...ownConfiguration, licenses: { ...ownConfiguration.licenses, ...license } };
  const log = silentLog;
  const database = await openDatabase({ configuration, log });
  try {
    const platform = { configuration, database, clock: systemClock, log };
    const graph = graphWith(...subgraphs.map((definition) => definition.create(platform)));
    const { key } = await fillSample({ ...platform, graph, days: 3, onProgress: () => {} });
    writeContents(instance.dataDir);
    const environment = {
      ...environmentOf(instance),
      RAMPART_LICENSES_LICENSE_FILE: license.licenseFile,
      RAMPART_LICENSES_PUBLIC_KEY_FILE: license.publicKeyFile,
    };
    return { environment, key };
  } finally {
    await database.close();
  }
}

function writeContents(dataDir: string): void {
  for (const content of ['', 'a small content', 'x'.repeat(3_000_000)]) {
    const name = createHash('sha256').update(content).digest('hex');
    const folder = join(dataDir, 'drive', 'content', name.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o600 });
  }
  mkdirSync(join(dataDir, 'drive', 'incoming'));
  writeFileSync(join(dataDir, 'drive', 'incoming', 'half'), 'half');
}

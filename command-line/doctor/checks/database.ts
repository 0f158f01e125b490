import { countOf } from '../../../platform/count-of.js';
import {
  type DatabaseInspection,
  describeSettings,
  embeddedBinaries,
  maxConnectionsOf,
} from '../../../platform/database/index.js';
import { databaseOf } from '../../instance/index.js';
import { numberOfWorkers } from '../../workers/index.js';
import { type Check, type CheckResult, failure, ok, skip, warning } from '../check.js';
import { reasonOf } from '../reason.js';

const minVersion = 15;

export const database: Check = {
  name: 'database',
  async run({ configuration, database: readDatabase }) {
    const { name, isEmbedded } = databaseOf(configuration);
    try {
      const facts = await readDatabase();
      const { server, database: settings } = configuration;
      const processes = numberOfWorkers(undefined, server.workers);
      const connections = maxConnectionsOf({ poolSize: settings.poolSize, processes });
      if (facts !== null) return assessDatabase(name, facts, connections);
      embeddedBinaries();
      return skip('no embedded database yet; the first start creates it');
    } catch (error) {
      const where = isEmbedded
        ? 'see postgresql.log in the data directory; rampart serve starts the database again'
        : 'check host, port, user, password and name in [database] url (DATABASE_URL), and that PostgreSQL is running there';
      return failure(`${name}: ${reasonOf(error)}`, where);
    }
  },
};

/**
 * Assesses the version, encoding, privileges, session settings and connection limit of a database. Migrations and
 * timeouts have separate checks.
 * @param connections maximum number of connections of the server
 */
export function assessDatabase(name: string, facts: DatabaseInspection, connections: number): CheckResult {
  const { versionNumber, version, encoding, trigramExtension, canCreateSchemas, migrations } = facts;
  if (versionNumber < minVersion * 10_000) {
    return failure(`${name} is PostgreSQL ${version}`, `use PostgreSQL ${minVersion} or newer`);
  }
  if (encoding !== 'UTF8') {
    return failure(
      `${name} uses the encoding ${encoding}`,
      'create the database with the encoding UTF8 and the template template0',
    );
  }
  if (facts.isReadOnly) {
    return failure(`${name} is read-only`, 'use the primary in [database] url, not a standby');
  }
  const { unsuitableSettings } = facts;
  if (unsuitableSettings.length > 0) {
    const { problems, statements } = describeSettings(unsuitableSettings);
    return failure(`${name}: ${problems}`, `run as the user of [database] url: ${statements}`);
  }
  const rights = assessPermissions(name, { trigramExtension, canCreateSchemas, mustCreate: migrations.pending > 0 });
  const location = facts.dataDirectory === null ? '' : `; its files are in ${facts.dataDirectory}`;
  if (rights === undefined && !facts.isConnectionPrivate) {
    return warning(
      `${name} is on another machine, and the connection is not encrypted`,
      'append ?sslmode=verify-full to [database] url; NODE_EXTRA_CA_CERTS adds a private certificate authority',
    );
  }
  return rights ?? assessLimit(name, facts, connections) ?? ok(`PostgreSQL ${version}, ${name}${location}`);
}

/** Compares the maximum number of connections with the lowest limit of the database. */
function assessLimit(
  name: string,
  { connectionLimit: limit, dataDirectory }: Pick<DatabaseInspection, 'connectionLimit' | 'dataDirectory'>,
  connections: number,
): CheckResult | undefined {
  if (limit.connections >= connections) return undefined;
  const source = limit.kind === 'server' ? 'max_connections' : `the connection limit of the ${limit.kind}`;
  const isEmbedded = dataDirectory !== null;
  const alternative =
    limit.statement === null
      ? 'increase max_connections of PostgreSQL'
      : `as a superuser: ${limit.statement} ${connections}`;
  return warning(
    `${name}: ${source} permits ${countOf(limit.connections, 'connection')}, but the server can need ${connections}; requests then fail`,
    isEmbedded ? 'reduce [database] pool_size' : `reduce [database] pool_size or [server] workers, or ${alternative}`,
  );
}

function assessPermissions(
  name: string,
  facts: Pick<DatabaseInspection, 'trigramExtension' | 'canCreateSchemas'> & { mustCreate: boolean },
): CheckResult | undefined {
  if (facts.trigramExtension === 'not available') {
    return failure(
      `${name} does not have the extension pg_trgm`,
      'install the contrib modules of PostgreSQL on the database server',
    );
  }
  if (facts.trigramExtension === 'requires a superuser') {
    return failure(
      `${name}: the user of [database] url cannot create the extension pg_trgm`,
      'as a superuser: CREATE EXTENSION pg_trgm',
    );
  }
  if (facts.canCreateSchemas) return undefined;
  const action = 'as the owner of the database: GRANT CREATE ON DATABASE name TO user';
  return facts.mustCreate
    ? failure(`${name}: the user of [database] url cannot create schemas`, action)
    : warning(
        `${name}: the user of [database] url cannot create schemas, which migrations of a later version may need`,
        action,
      );
}

export const timeouts: Check = {
  name: 'database timeouts',
  async run({ database: readDatabase }) {
    const facts = await readDatabase().catch(() => undefined);
    if (facts === undefined) return skip('the database cannot be reached');
    if (facts === null) return skip('no database yet');
    if (facts.timeouts.length === 0) return ok('no timeout is set for statements, transactions or locks');
    const { problems, statements } = describeSettings(facts.timeouts);
    return warning(
      `${problems}; imports, jobs and migrations that take longer fail`,
      `run as the user of [database] url: ${statements}`,
    );
  },
};

export const migrations: Check = {
  name: 'migrations',
  async run({ database: readDatabase }) {
    const facts = await readDatabase().catch(() => undefined);
    if (facts === undefined) return skip('the database cannot be reached');
    return facts === null ? skip('no database yet') : assessMigrations(facts.migrations);
  },
};

/** Checks that the tables match this version. */
function assessMigrations({ applied, pending, isNewer }: DatabaseInspection['migrations']): CheckResult {
  if (isNewer) {
    return failure(
      'the database was migrated by a newer version of Rampart',
      'run that version, or restore a backup of this version or an older one',
    );
  }
  if (pending === 0) return ok(`all ${applied} migrations are applied`);
  const count =
    applied === 0 ? 'no migration is applied' : `${pending} of ${applied + pending} migrations are not applied`;
  return warning(count, 'run rampart migrate, or start the server, which applies the migrations');
}

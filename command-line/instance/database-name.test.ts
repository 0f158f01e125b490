import { describe, expect, test } from 'vitest';
import { databaseOf } from './database-name.js';

function named(url: string) {
  const { identity, name } = databaseOf({
    server: { dataDir: '/data' } as never, // Not used, because the URL takes precedence.
    database: { url } as never,
  });
  return { identity, name };
}

describe('a database', () => {
  test.each([
    ['postgres://ada:s3cret@db.internal/rampart', 'postgres://ada@db.internal/rampart'],
    ['postgresql://db.internal:5433/rampart?password=s3cret&sslmode=require', 'postgres://db.internal:5433/rampart'],
    ['postgres://ada:s3cret@a:5432,b/rampart', 'postgres://ada@a:5432,b/rampart'],
    ['postgres://ada:s3cret@localhost/rampart?host=/run/postgresql', 'postgres://ada@/rampart?host=/run/postgresql'],
    ['postgres://ada@localhost:5433/x?host=/run', 'postgres://ada@/x?host=/run&port=5433'],
    ['postgres://ada:s3cret@db.internal', 'postgres://ada@db.internal/ada'],
  ])('has a name without secrets: %s', (url, name) => {
    expect(named(url).name).toBe(name);
  });

  test.each([
    ['postgres://ada:one@DB.internal/rampart', 'postgresql://bob:two@db.internal:5432/rampart?sslmode=require'],
    ['postgres://a,b:5432/x', 'postgres://a:5432,b/x'],
    ['postgres://ada@localhost/x?host=%2Frun', 'postgres://bob@other/x?host=/run'],
    ['postgres://ada@localhost:5433/x?host=%2Frun', 'postgres://bob@other/x?host=/run&port=5433'],
  ])('has the same identity with the URLs %s and %s', (one, other) => {
    expect(named(one).identity).toBe(named(other).identity);
  });

  test.each([
    ['postgres://a/x', 'postgres://a/y'],
    ['postgres://a/x', 'postgres://b/x'],
    ['postgres://a/x', 'postgres://a:5433/x'],
    ['postgres://a/x?host=/run', 'postgres://a/x?host=/run&port=5433'],
    ['postgres://a/x', ''],
  ])('has different identities with the URLs %j and %j', (one, other) => {
    expect(named(one).identity).not.toBe(named(other).identity);
  });
});

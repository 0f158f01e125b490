import { expect, test } from 'vitest';
import { nodePostgresOptions } from './node-postgres.js';

const verified = { rejectUnauthorized: true };
const unverified = { rejectUnauthorized: false };

test.each([
  ['postgres://u:p%40@h/n', 'postgres://u:p%40@h/n?port=5432', false],
  ['postgres://u@h:5433/n?sslmode=disable', 'postgres://u@h:5433/n', false],
  ['postgres://u@h:5433/n?sslmode=require', 'postgres://u@h:5433/n', unverified],
  ['postgres://u@h:5433/n?sslmode=allow', 'postgres://u@h:5433/n', unverified],
  ['postgres://u@h:5433/n?sslmode=verify-full&a=b', 'postgres://u@h:5433/n?a=b', verified],
  ['postgres://u@h:5433/n?sslmode=verify-ca', 'postgres://u@h:5433/n', verified],
  ['postgres:///n', 'postgres:///n', false],
  ['postgres:///n?host=%2Frun', 'postgres:///n?host=%2Frun&port=5432', false],
  ['postgres://u@localhost/n?host=%2Frun&port=5433', 'postgres://u@localhost/n?host=%2Frun&port=5433', false],
])('node-postgres connects to %s as postgres.js does', (url, connectionString, ssl) => {
  expect(nodePostgresOptions(url)).toEqual({ connectionString, ssl });
});

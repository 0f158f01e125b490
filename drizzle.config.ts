import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./platform/tables.ts', './gateway/tables.ts', './subgraphs/**/tables.ts'],
  out: './schema/migrations',
});

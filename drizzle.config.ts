import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./subgraphs/*/tables.ts', './gateway/tables.ts'],
  out: './schema/migrations',
});

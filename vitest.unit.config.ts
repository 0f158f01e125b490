import { defineConfig } from 'vitest/config';
import everything from './vitest.config.js';

const { projects: _databases, ...options } = everything.test ?? {};

/** The tests alongside the code: pure rules and parts that need neither a database nor a server. */
export default defineConfig({
  ...everything,
  test: {
    ...options,
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', '.stryker-tmp/**', 'test/**'],
    // Stryker runs tests in threads, which reject options of V8.
    execArgv: [],
  },
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const printNames = `
  const names = [];
  for (const entry of ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/sql']) names.push(Object.keys(await import(entry)));
  console.log(JSON.stringify(names));
`;

test('imports of drizzle-orm load its CommonJS build, which has every export of its ES modules', () => {
  const original = namesAfter('');
  const preferred = namesAfter('(await import(process.argv[1])).resolveImportsOnce();');
  for (const [index, names] of original.entries()) {
    expect(names).not.toContain('module.exports');
    expect(preferred[index]).toEqual(expect.arrayContaining(['module.exports', ...names]));
  }
});

/** The names that each entry point of drizzle-orm exports in a process that first executes `statement`. */
function namesAfter(statement: string): string[][] {
  const file = join(import.meta.dirname, 'module-resolution.ts');
  const args = ['--input-type=module', '-e', statement + printNames, file];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' }));
}

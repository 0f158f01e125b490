import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

const maxColumns = 120;
const folders = 'benchmarks,command-line,console,examples,gateway,platform,rest-adapters,scripts,subgraphs,test';

// The formatter wraps code only.
test(`comments are wrapped at ${maxColumns} columns`, () => {
  const files = globSync(`{${folders}}/**/*.{ts,tsx,mjs}`, {
    cwd: projectRoot,
    exclude: (path) => /(^|\/)(generated|node_modules)(\/|$)/.test(path),
  });
  const tooLong = files.flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > maxColumns && /^\s*(\/\/|\/?\*)/.test(line) ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(tooLong).toEqual([]);
});

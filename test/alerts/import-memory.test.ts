import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../support/command-line.js';
import { createMigratedDatabase } from '../support/index.js';
import { hasPeakMemory, peakOfCommand, smallHeap } from '../support/peak-memory.js';
import { temporaryFolder } from '../support/running-server.js';
import { inference } from './support/alert-world.js';

/** Inferences with the longest strings that are accepted, most of which have no one-byte encoding. */
function* longLines(count: number): Generator<string> {
  const ttp_explanation = '漢'.repeat(10_000);
  const ttp_techniques = Array.from({ length: 100 }, (_, index) => `${index} ${'é字'.repeat(45)}`);
  for (let line = 0; line < count; line++) {
    yield `${JSON.stringify(inference({ ttp_explanation, ttp_techniques, attack_prob: 0.1 }))}\n`;
  }
}

test.runIf(hasPeakMemory)('an import of 5000 long lines takes at most 250 MB more memory than one of ten', async () => {
  const { url, drop } = await createMigratedDatabase();
  const folder = temporaryFolder();
  onTestFinished(async () => {
    folder.remove();
    await drop();
  });
  const peaks: number[] = [];
  for (const lines of [10, 5000]) {
    const file = join(folder.path, `${lines}.ndjson.gz`);
    await pipeline(longLines(lines), createGzip({ level: 1 }), createWriteStream(file));
    const args = ['alerts', 'import', file, '--url', url];
    peaks.push(await peakOfCommand(startCommand(args, { environment: smallHeap(400) })));
  }
  const [small = 0, large = 0] = peaks;
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan(small + 250);
});

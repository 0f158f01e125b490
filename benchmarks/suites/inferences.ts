import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { inferences } from '../data/inferences.js';
import { median } from '../measure.js';
import { startRampart } from '../rampart.js';
import type { Measurement } from '../report.js';
import { runCommand } from '../run-command.js';
import type { SuiteContext } from './suite.js';

const database = 'inferences';
const token = 'the-administrator-of-the-suite-inferences';
/** Proportions of the inferences: no noise, and six inferences of each alert on average. */
const stream = { noise: 0, maxParts: 17 };
const linesPerIncident = 6;
/** Number of imports over HTTP, and of imports by the command line; the two kinds alternate. */
const pairs = 3;
/** Maximum ratio of the time over HTTP to that by the command line: a goal of 1, and a tolerance for variation. */
const maxRatio = 1.1;

/** Compares imports over HTTP with imports by the command line, alternately into one instance. */
export async function inferencesSuite(context: SuiteContext): Promise<Measurement[]> {
  const { benchmark, options, onProgress } = context;
  const lines = Math.ceil(options.lines / pairs / 2);
  await benchmark.createDatabase(database);
  await runCommand(benchmark, { database, args: ['migrate'] });
  onProgress(`writing ${2 * pairs} files of ${lines} inferences`);
  const files = await writeFiles(context, lines);
  const settings = { RAMPART_AUTH_ADMIN_TOKEN: token };
  const { origin } = await startRampart(benchmark, {
    name: 'inferences',
    database,
    profile: options.profile,
    settings,
  });
  const startSeconds = await importFile(context, files.none);
  const times: { http: number[]; command: number[] } = { http: [], command: [] };
  for (const [number, file] of files.lines.entries()) {
    onProgress(`importing file ${number + 1} of ${files.lines.length}`);
    if (number % 2 === 0) times.http.push(await sendFile(origin, file));
    else times.command.push((await importFile(context, file)) - startSeconds);
  }
  const [http, command] = [median(times.http), median(times.command)];
  return [
    {
      label: `${lines} inferences over HTTP`,
      reference: 'alerts import, without its start',
      ratio: http / command,
      bound: { max: maxRatio },
      measured: `${http.toFixed(1)} and ${command.toFixed(1)} s, ${Math.round(lines / http)} lines/s`,
    },
  ];
}

/** Writes files with different inferences, and an empty file. */
async function writeFiles({ benchmark }: SuiteContext, lines: number): Promise<{ lines: string[]; none: string }> {
  const none = join(benchmark.folder, 'inferences-none.ndjson');
  writeFileSync(none, '');
  const paths = Array.from({ length: 2 * pairs }, (_, file) => join(benchmark.folder, `inferences-${file}.ndjson`));
  const files = paths.map((path) => createWriteStream(path));
  const incidents = Math.ceil((2 * pairs * lines) / linesPerIncident) * 2;
  let line = 0;
  for (const inference of inferences({ incidents, ...stream })) {
    const file: WriteStream | undefined = files[Math.floor(line++ / lines)];
    if (file === undefined) break;
    if (!file.write(`${JSON.stringify(inference)}\n`)) await once(file, 'drain');
  }
  for (const file of files) file.end();
  await Promise.all(files.map((file) => finished(file)));
  return { lines: paths, none };
}

async function importFile({ benchmark }: SuiteContext, file: string): Promise<number> {
  return (await runCommand(benchmark, { database, args: ['alerts', 'import', file] })).seconds;
}

/**
 * Sends a file and reads the response at the same time.
 * @returns seconds until the end of the response
 * @throws {Error} if the response has no summary
 */
async function sendFile(origin: string, file: string): Promise<number> {
  const startMs = performance.now();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  const sent = request(`${origin}/api/alerts/inferences`, { method: 'POST', headers });
  const responded = new Promise<string>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      let end = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        end = (end + chunk).slice(-1000);
      });
      response.once('end', () => resolve(end));
    });
  });
  const [end] = await Promise.all([responded, pipeline(createReadStream(file), sent)]);
  if (!end.includes('"summary"')) throw new Error(`the response of the import contains no summary: ${end}`);
  return (performance.now() - startMs) / 1000;
}

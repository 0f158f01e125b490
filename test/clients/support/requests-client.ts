import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Client, ClientOptions, ClientResponse, InstalledClient } from './client.js';
import { findPython } from './python.js';

const python = findPython('import requests');

export const requestsClient: InstalledClient = {
  name: "Python's requests",
  missing: python === undefined ? 'Python with the library requests (Debian: python3-requests)' : undefined,
  start: (options = {}) => startPython(python ?? '', options),
};

function startPython(program: string, { certificateFile }: ClientOptions): Client {
  const script = join(import.meta.dirname, 'requests_client.py');
  const args = [script, ...(certificateFile === undefined ? [] : [certificateFile])];
  const child = spawn(program, args, { env: { ...process.env, PYTHONUTF8: '1' } });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdin.on('error', () => {}); // The process may have exited; then there is no response.
  const responses = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async send(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await responses.next();
      if (done) throw new Error(`${program} ended: ${errors}`);
      return JSON.parse(value) as ClientResponse; // The script writes only responses.
    },
    close: () => void child.stdin.end(),
  };
}

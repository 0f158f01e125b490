// Starts a checkout once, in the environment of this process: npm start, a request to each service, SIGTERM. usage:
// node start.mjs '{"folder": ..., "isFirst": ..., "environment": ..., "runtime": ...}'
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, runtimeVersion, serviceSettings, use } from './services.mjs';

const startSeconds = 240;
const stopSeconds = 60;
const { folder, isFirst, environment, runtime } = JSON.parse(process.argv[2]);
const settings = { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0', ...serviceSettings(folder), ...environment };

try {
  const server = startServer();
  try {
    const instance = { folder, addresses: await server.ready, command: runCommand };
    if (isFirst) await fill(instance);
    await use(instance);
    const version = await runtimeVersion(instance);
    if (version !== runtime)
      throw new Error(`it runs on Node.js ${version}, not on ${runtime}, which package.json pins`);
    await server.stop();
  } catch (error) {
    server.kill();
    throw new Error(`${error.message}\n${server.output()}`);
  }
  assertStopped();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function startServer() {
  // A separate process group, so all processes can be ended if they hang.
  const child = spawnNpm(['start'], { detached: true });
  let output = '';
  const exit = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready after ${startSeconds} seconds`)), startSeconds * 1000);
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (!/^ready$/m.test(output)) return;
      clearTimeout(timer);
      resolve(addressesIn(output));
    });
    exit.then(({ code, signal }) => {
      clearTimeout(timer);
      reject(new Error(`npm start ended with ${signal ?? code}`));
    });
  });
  ready.catch(() => {}); // Prevents an unhandled rejection; the code that awaits `ready` gets the error.
  return {
    ready,
    output: () => output.slice(-4000),
    async stop() {
      child.kill('SIGTERM');
      const { code, signal } = await withinSeconds(stopSeconds, exit, 'it did not exit after SIGTERM');
      if (code !== 0) throw new Error(`after SIGTERM npm start ended with ${signal ?? code}, not with 0`);
    },
    kill: () => killGroup(child.pid),
  };
}

function addressesIn(output) {
  return Object.fromEntries([...output.matchAll(/^(\w+): (http\S+)$/gm)].map(([, name, url]) => [name, url]));
}

/** Runs `npm run -s rampart -- ARGS` and returns its output. */
async function runCommand(...args) {
  const child = spawnNpm(['run', '-s', 'rampart', '--', ...args], {});
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`rampart ${args.join(' ')} ended with ${code}: ${errors}`);
  return output;
}

function spawnNpm(args, options) {
  return spawn('npm', args, {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
  const server = postmaster();
  if (server !== undefined) process.kill(server, 'SIGQUIT');
}

function assertStopped() {
  if (postmaster() !== undefined) throw new Error('PostgreSQL is still running after the server has exited');
}

/** The process id of the database server, which removes the file when it stops. */
function postmaster() {
  const ownCluster = join(folder, 'data', 'postgresql');
  const name = existsSync(join(ownCluster, 'place'))
    ? readFileSync(join(ownCluster, 'place'), 'utf8').trim()
    : undefined;
  const cluster = name === undefined ? ownCluster : join('/var/lib/rampart-databases', name);
  const file = join(cluster, 'data', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

async function withinSeconds(seconds, promise, message) {
  let timer;
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${message} within ${seconds} seconds`)), seconds * 1000);
  });
  return await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

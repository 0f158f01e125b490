// The parts of the environment that a case changes: the user, the machine's Node.js, mounts, the network, limits.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs a program and returns its output.
 * @throws {Error} with the end of its output if it fails
 */
export async function run(args, { user, cwd, environment = {} } = {}) {
  const [program, ...parameters] = args;
  const ids = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const env = { ...machineEnvironment(), ...(user === undefined ? {} : user.environment), ...environment };
  const child = spawn(program, parameters, { ...ids, cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const end = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  if (end !== 0) throw new Error(`${args.slice(0, 4).join(' ')} ended with ${end}:\n${errors.slice(-4000)}`);
  return output;
}

/** The environment without the additions of npm and the project, so PATH finds the machine's Node.js. */
export function machineEnvironment() {
  const added =
    /^(npm_(?!config_(registry|cafile|cache|userconfig|globalconfig)$)|RAMPART_|NODE_(ENV|OPTIONS|PATH|COMPILE_CACHE)$|INIT_CWD$|NODE$|DATABASE_URL$|TMPDIR$)/i;
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name)));
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => !/node_modules\/|node-gyp-bin/.test(folder));
  return { ...environment, PATH: folders.join(':') };
}

/**
 * A user other than root and nobody, with a home below the directory; undefined if this process cannot change users.
 */
export function plainUser(folder) {
  if (process.getuid() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const user = users.find(({ uid }) => uid > 0 && uid < 65_000);
  if (user === undefined) return undefined;
  const home = join(folder, 'home');
  mkdirSync(home);
  return { ...user, home, environment: { HOME: home, USER: user.name, LOGNAME: user.name } };
}

/** Installs a version of Node.js below the directory, and returns the directory for PATH. */
export async function nodeVersion(major, folder) {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${process.platform}-${process.arch}`;
  mkdirSync(folder, { recursive: true });
  await run(['npm', 'install', '--no-save', '--ignore-scripts', '--prefix', folder, `${name}@${major}`], {
    cwd: folder,
  });
  const bin = join(folder, 'node_modules', name, 'bin');
  chmodSync(join(bin, 'node'), 0o755);
  return bin;
}

/** The reason why this wrapper cannot be used here; undefined if it can. */
export async function whyNot(wrapper) {
  if (process.platform !== 'linux') return 'requires Linux';
  if (process.getuid() !== 0) return 'requires root';
  try {
    await run([...wrapper, 'true']);
    return undefined;
  } catch (error) {
    return `not possible on this machine: ${error.message.trim().replace(/\s+/g, ' ').slice(0, 200)}`;
  }
}

const withoutSharedMemory =
  'while umount /dev/shm 2>/dev/null; do :; done; ! [ -w /dev/shm ] || mount -t tmpfs -o ro none /dev/shm';
const withoutIpv6 =
  'ip link set lo up && for each in all default lo; do ! [ -e /proc/sys/net/ipv6/conf/$each/disable_ipv6 ] || echo 1 > /proc/sys/net/ipv6/conf/$each/disable_ipv6; done; ! [ -s /proc/net/if_inet6 ]';

/** Wrappers of a command that remove a facility from it. */
export const wrappers = {
  '/dev/shm': ['unshare', '--mount', 'sh', '-c', `${withoutSharedMemory} && exec "$@"`, 'sh'],
  IPv6: ['unshare', '--net', 'sh', '-c', `${withoutIpv6} && exec "$@"`, 'sh'],
  'file descriptors beyond 256': ['sh', '-c', 'ulimit -n 256 && exec "$@"', 'sh'],
};

import dgram from 'node:dgram';
import dns from 'node:dns';
import { registerHooks } from 'node:module';
import net from 'node:net';

/**
 * The permission API of Node.js. `drop` exists since Node.js 24.21; without it, the permissions granted on the command
 * line remain.
 */
interface Permission {
  drop?(scope: 'fs.read' | 'worker'): void;
}

/**
 * Confines this process before it parses untrusted documents. Drops the permissions that it needed to load its code: to
 * start threads (which would load their own modules) and to read files. Blocks the network: built-in modules can no
 * longer be imported, and loaded network objects no longer connect. From Node.js 25 on, the permission model also
 * denies network access. Where the operating system supports it, the kernel confines the process as well (see
 * text-reader.ts).
 */
export function confine(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (found.url.startsWith('node:'))
        throw new Error(`the process that reads documents must not import ${found.url}`);
      return found;
    },
  });
  Reflect.deleteProperty(process, 'getBuiltinModule');
  closeNetwork();
  const { permission } = process as { permission?: Permission }; // The types do not have `drop`.
  permission?.drop?.('worker');
  permission?.drop?.('fs.read');
}

function closeNetwork(): void {
  const reject = (): never => {
    throw new Error('the process that reads documents has no network access');
  };
  net.Socket.prototype.connect = reject;
  net.Server.prototype.listen = reject;
  dgram.Socket.prototype.bind = reject;
  dgram.Socket.prototype.connect = reject;
  dgram.Socket.prototype.send = reject;
  for (const names of [dns.promises, dns]) {
    for (const [name, value] of Object.entries(names))
      if (typeof value === 'function') Reflect.set(names, name, reject);
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
}

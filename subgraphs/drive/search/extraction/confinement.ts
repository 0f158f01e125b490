import dgram from 'node:dgram';
import dns from 'node:dns';
import { registerHooks } from 'node:module';
import net from 'node:net';

/** `drop` exists since Node.js 24.21; without it, permissions of the command line remain. */
interface Permission {
  drop?(scope: 'fs.read' | 'worker'): void;
}

/**
 * Withdraws what a process has needed to load its code, before it parses untrusted documents: threads, which would have
 * their own modules, all files, and the network. The permission model of Node.js knows the network from version 25 on
 * and rejects it there; in earlier ones, modules that use it can no longer be loaded, and the objects that are already
 * there do not connect. Code of a document that runs in spite of all this is confined by the kernel, where it can be
 * (see text-reader.ts).
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
    throw new Error('the process that reads documents has no network');
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

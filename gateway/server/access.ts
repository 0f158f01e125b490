import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/caller.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { isReader } from '../authentication/index.js';
import { isLoopback, publicSetting } from './addresses.js';

/**
 * Who may see the schema, the explorer and suggestions: operators; and everyone who can reach a server in development that
 * only this machine reaches.
 */
export function schemaAccess(configuration: Configuration): (caller: Caller) => boolean {
  const everyone = configuration.environment !== 'production' && publicSetting(configuration) === undefined;
  return (caller) => everyone || isReader(caller);
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const;

/**
 * Whether a request comes from this machine itself. One that a proxy passed on does not, even when the proxy is on this
 * machine and was not declared.
 */
export function isLocal(request: FastifyRequest): boolean {
  const forwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined);
  return !forwarded && isLoopback(request.raw.socket.remoteAddress ?? '');
}

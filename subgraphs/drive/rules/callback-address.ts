import ipaddr from 'ipaddr.js';
import { DomainError } from '../../../platform/domain-error.js';
import { isLoopbackUrl } from './links.js';

const longestUrl = 2048;

/** Whether notifications may go to this address: public ones, and loopback where the instance itself is for this machine only. */
export function isCallbackAddress(address: string, options: { allowLoopback: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false;
  const range = ipaddr.process(address).range();
  return range === 'unicast' || (options.allowLoopback && range === 'loopback');
}

/**
 * The address that a client wants notifications at: https, or http on this machine.
 * @throws {DomainError} BAD_USER_INPUT
 */
export function callbackUrl(written: string): URL {
  const url = written.length <= longestUrl && URL.canParse(written) ? new URL(written) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackUrl(url));
  if (url === undefined || !isSafe || url.username !== '' || url.password !== '') {
    throw new DomainError('BAD_USER_INPUT', 'notificationUrl must be an https address', {
      argument: 'notificationUrl',
    });
  }
  url.hash = '';
  return url;
}

import { isLongerThan, maxCharacters } from './input-limits.js';

/**
 * Parses the URL to which a client or operator wants requests to be sent: https without credentials, at most 2048
 * characters; returns undefined for anything else. A fragment is removed.
 * @param allowsHttp whether this http URL is accepted too
 */
export function callbackUrl(input: string, allowsHttp: (url: URL) => boolean): URL | undefined {
  if (isLongerThan(input, maxCharacters.callbackUrl) || !URL.canParse(input)) return undefined;
  const url = new URL(input);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp(url))) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url;
}

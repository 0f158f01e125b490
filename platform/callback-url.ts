import { isLongerThan, maxCharacters } from './input-limits.js';

/**
 * Parses a URL that a client or operator registers to receive requests: https, without credentials, at most 2048
 * characters. Removes the fragment. Returns undefined for other URLs.
 * @param allowsHttp returns whether this http URL is also accepted
 */
export function callbackUrl(input: string, allowsHttp: (url: URL) => boolean): URL | undefined {
  if (isLongerThan(input, maxCharacters.callbackUrl) || !URL.canParse(input)) return undefined;
  const url = new URL(input);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowsHttp(url))) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  return url;
}

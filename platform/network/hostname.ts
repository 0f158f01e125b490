/** The host of a URL as connections have it: in URLs, IPv6 addresses stand in brackets (RFC 3986, section 3.2.2). */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

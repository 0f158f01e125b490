/** The host of a URL without the brackets around IPv6 addresses (RFC 3986, section 3.2.2). */
export function removeBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

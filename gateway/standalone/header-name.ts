/** Whether a string can be the name of a header (RFC 9110, section 5.6.2). */
export function isHeaderName(name: string): boolean {
  return /^[-!#$%&'*+.^_`|~0-9a-z]+$/i.test(name);
}

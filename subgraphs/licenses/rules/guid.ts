const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const anyUuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID of version 4 (RFC 9562, section 5.4) with hyphens, in any case: design, row "GUID". */
export function isGuid(text: string): boolean {
  return guidPattern.test(text);
}

/** True for a UUID of any version with hyphens. */
export function isUuid(text: string): boolean {
  return anyUuidPattern.test(text);
}

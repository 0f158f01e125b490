/** The spelling of a key in the file: `maxCost` becomes `max_cost`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value in the spelling of the file. */
export function formatSettingValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return value.map(formatSettingValue).join(',');
  if (typeof value === 'object' && value !== null && 'count' in value && 'unit' in value) {
    return `${value.count}/${value.unit}`;
  }
  if (typeof value === 'object' && value !== null && 'name' in value && 'token' in value) {
    return `${value.name}:${value.token}`;
  }
  if (typeof value === 'object' && value !== null && 'name' in value && 'value' in value) {
    return `${value.name}=${encodeURIComponent(String(value.value))}`;
  }
  if (typeof value === 'object' && value !== null && 'claim' in value && 'role' in value && 'tenantId' in value) {
    const { claim, role, tenantId } = value;
    const granted = tenantId === null ? role : `${role}@${tenantId}`;
    return `${claim}=${'value' in value ? value.value : ''} -> ${granted}`;
  }
  if (typeof value === 'object' && value !== null && 'status' in value && 'tenantId' in value && 'days' in value) {
    return `${value.status}${value.tenantId === null ? '' : `@${value.tenantId}`}=${value.days}`;
  }
  if (typeof value === 'object' && value !== null && 'kind' in value && 'url' in value && 'key' in value) {
    return `${value.kind}=${value.url}|${value.key}`;
  }
  if (typeof value === 'object' && value !== null && 'zone' in value) return zoneEntry({ ...value });
  if (typeof value === 'object' && value !== null && 'name' in value && 'algorithm' in value && 'secret' in value) {
    return `${value.algorithm}:${value.name}:${value.secret}`;
  }
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value) {
    return `${timeOfDay(Number(value.from))}-${timeOfDay(Number(value.to))}`;
  }
  return String(value);
}

/** A source, token or secondary server of a zone, or a policy zone. */
function zoneEntry(entry: Readonly<Record<string, unknown>>): string {
  const { zone, origin, token, address, port, key, tenantId } = entry;
  if (origin !== undefined) return `${zone}=${origin}`;
  if (token !== undefined) return `${zone}:${token}`;
  if (address !== undefined) return `${zone}=${String(address).includes(':') ? `[${address}]` : address}:${port}`;
  return `${key === null ? '' : `${key}@`}${zone}${tenantId === null ? '' : `=${tenantId}`}`;
}

function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The spelling of a key in the file: `maxCost` becomes `max_cost`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value in the spelling of the file. */
export function writtenForm(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return value.map(writtenForm).join(',');
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
  if (typeof value === 'object' && value !== null && 'zone' in value) {
    return 'origin' in value ? `${value.zone}=${value.origin}` : `${value.zone}:${'token' in value ? value.token : ''}`;
  }
  if (typeof value === 'object' && value !== null && 'name' in value && 'algorithm' in value && 'secret' in value) {
    return `${value.algorithm}:${value.name}:${value.secret}`;
  }
  if (typeof value === 'object' && value !== null && 'from' in value && 'to' in value) {
    return `${timeOfDay(Number(value.from))}-${timeOfDay(Number(value.to))}`;
  }
  return String(value);
}

function timeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

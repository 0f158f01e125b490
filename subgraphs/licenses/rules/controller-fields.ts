import type { ControllerColumn, ControllerDerived, ControllerFields } from '../records.js';

/** What of a row each field that is worked out needs. */
const derivedNeeds: Readonly<Record<keyof ControllerDerived, ControllerColumn>> = {
  registeredAt: 'registeredAtEpoch',
  lastContact: 'lastContactEpoch',
  timestamp: 'registeredAtEpoch',
  isBlacklisted: 'lastIpAddr',
};

const columns: ReadonlySet<string> = new Set<ControllerColumn>([
  'guid',
  'registeredAtEpoch',
  'ipAddr',
  'hostname',
  'lastContactEpoch',
  'lastIpAddr',
  'lastHostname',
  'version',
  'ipAddresses',
  'macAddress',
  'os',
  'label',
  'department',
]);

/** What to read for fields of the graph; those that read nothing of a row are left out. */
export function fieldsOf(names: readonly string[]): ControllerFields {
  const derived = [...new Set(names)].filter(isDerived).sort();
  const needed = [...names.filter(isColumn), ...derived.map((name) => derivedNeeds[name])];
  const read = [...new Set(needed)].sort();
  return { key: `${read.join(' ')} ${derived.join(' ')}`, columns: read, derived };
}

function isDerived(name: string): name is keyof ControllerDerived {
  return Object.hasOwn(derivedNeeds, name);
}

function isColumn(name: string): name is ControllerColumn {
  return columns.has(name);
}

/** All that there is to know about a controller. */
export const everyControllerField: ControllerFields = fieldsOf([...columns, ...Object.keys(derivedNeeds)]);

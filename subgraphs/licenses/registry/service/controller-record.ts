import { type FieldSet, fieldsOfRow } from '../../../../platform/field-set.js';
import { type FileDependencies, isOnBlacklist, parseAddress } from '../../files/index.js';
import { type ControllerField, controllerFieldNames, type SelectedController } from '../repository/controllers.js';
import type { LocalTimeFormatter } from '../rules.js';
import { leaseEnd } from './leases.js';

export interface RegistryDependencies extends FileDependencies {
  readonly formatLocalTime: LocalTimeFormatter;
}

interface DerivedFields {
  /** `registeredAt` in the format of REST, in the configured time zone. */
  timestamp: string;
  isBlacklisted: boolean;
  /** Time at which the controller loses its seat unless it checks in again; null if seats do not expire. */
  leaseExpiresAt: Date | null;
}

/** A controller with the selected fields, and always its GUID. */
export type ControllerRecord = SelectedController & Partial<DerivedFields>;

export interface ControllerFields extends FieldSet<ControllerField> {
  readonly derived: readonly (keyof DerivedFields)[];
}

const derivedFieldSources: Readonly<Record<keyof DerivedFields, readonly ControllerField[]>> = {
  timestamp: ['registeredAt'],
  isBlacklisted: ['lastIpAddr'],
  leaseExpiresAt: ['lastContact'],
};
const derivedFieldNames = Object.keys(derivedFieldSources) as (keyof DerivedFields)[]; // The keys of the object above.

/** The fields to read from the database for these GraphQL fields. */
export function controllerFieldsFor(selected: readonly string[]): ControllerFields {
  const { key, names } = fieldsOfRow(selected, { fields: controllerFieldNames, derived: derivedFieldSources });
  const selectedDerived = derivedFieldNames.filter((name) => selected.includes(name));
  return { names, derived: selectedDerived, key: `${key} ${selectedDerived.join(' ')}` };
}

export const allControllerFields = controllerFieldsFor([...controllerFieldNames, ...derivedFieldNames]);

/**
 * Reads the documents and the outages from which {@link addDerivedFields} derives fields.
 * @throws {DomainError} STORE_UNAVAILABLE
 */
export async function prepareDerivedFields(
  { files, settings, uptime }: RegistryDependencies,
  { derived }: ControllerFields,
): Promise<void> {
  if (derived.includes('isBlacklisted')) await files.documents.refresh();
  if (derived.includes('leaseExpiresAt') && settings.leaseDays > 0) await uptime.refresh();
}

/**
 * Adds the derived fields to the records in place, because lists may be long. The records must contain the fields that
 * these are derived from.
 */
export function addDerivedFields(
  dependencies: RegistryDependencies,
  record: ControllerRecord,
  { derived }: ControllerFields,
): ControllerRecord {
  for (const name of derived) {
    if (name === 'timestamp')
      record.timestamp = dependencies.formatLocalTime((record.registeredAt?.getTime() ?? NaN) / 1000);
    else if (name === 'leaseExpiresAt') {
      record.leaseExpiresAt = leaseEnd(record.lastContact ?? new Date(NaN), dependencies);
    } else {
      const address = parseAddress(record.lastIpAddr ?? '');
      record.isBlacklisted = isOnBlacklist(dependencies, { guid: record.guid, address });
    }
  }
  return record;
}

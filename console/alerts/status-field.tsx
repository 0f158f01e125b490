import type { AlertStatus } from '../generated/operations.js';
import { optionsOf, SelectField } from '../shared/fields.js';
import { statuses } from './data.js';

interface StatusFieldProps {
  readonly label: string;
  readonly status: AlertStatus;
  readonly onChange: (status: AlertStatus) => void;
}

/** A select of all statuses; every transition is allowed. */
export function StatusField({ label, status, onChange }: StatusFieldProps) {
  return <SelectField label={label} options={optionsOf(statuses)} value={status} onChange={onChange} />;
}

import type { AlertStatus } from '../generated/operations.js';
import { formatEnum } from '../shared/format.js';
import { statuses } from './data.js';

interface StatusFieldProps {
  readonly label: string;
  readonly status: AlertStatus;
  readonly onChange: (status: AlertStatus) => void;
}

/** A select of all statuses; every transition is allowed. */
export function StatusField({ label, status, onChange }: StatusFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      {/* The options are the statuses. */}
      <select value={status} onChange={(event) => onChange(event.target.value as AlertStatus)}>
        {statuses.map((value) => (
          <option key={value} value={value}>
            {formatEnum(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

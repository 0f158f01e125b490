import './badges.css';
import type { AlertStatus, IncidentStatus, Severity } from '../generated/operations.js';
import { formatEnum } from '../shared/format.js';

/** The number of filled bars, of four: color alone does not convey the severity. */
const levels: Readonly<Record<Severity, number>> = { LOW: 1, MEDIUM: 2, HIGH: 3, CRITICAL: 4 };

export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  const level = levels[severity];
  return (
    <span className={`badge severity severity-${severity.toLowerCase()}`}>
      <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 3.6}
            y={12 - bar * 3}
            width="2.6"
            height={bar * 3}
            rx="0.6"
            opacity={bar <= level ? 1 : 0.25}
          />
        ))}
      </svg>
      {formatEnum(severity)}
    </span>
  );
}

/** The badge of alerts that a rule suppresses. */
export function SuppressedBadge() {
  return <span className="badge status status-suppressed">Suppressed</span>;
}

export function StatusBadge({ status }: { readonly status: AlertStatus | IncidentStatus }) {
  return <span className={`badge status status-${status.toLowerCase().replace('_', '-')}`}>{formatEnum(status)}</span>;
}

import { useIsKnown } from './analyst.js';

interface AnalystFieldProps {
  readonly analyst: string;
  readonly onChange: (analyst: string) => void;
}

/** The analyst who makes a change; blank keeps the stored name. Absent if the server knows who it is. */
export function AnalystField({ analyst, onChange }: AnalystFieldProps) {
  if (useIsKnown()) {
    return null;
  }
  return (
    <label className="field">
      <span>Analyst</span>
      <input
        type="text"
        autoComplete="username"
        placeholder="Your name"
        value={analyst}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

import { useIsKnown } from './analyst.js';

interface AnalystFieldProps {
  readonly analyst: string;
  readonly onChange: (analyst: string) => void;
}

/** The name of the analyst who makes a change; blank keeps the stored name. Hidden if the server knows the person. */
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

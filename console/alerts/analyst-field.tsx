interface AnalystFieldProps {
  readonly analyst: string;
  readonly onChange: (analyst: string) => void;
}

/** The analyst who makes a change; blank keeps the stored name. */
export function AnalystField({ analyst, onChange }: AnalystFieldProps) {
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

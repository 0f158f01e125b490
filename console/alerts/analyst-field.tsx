import { TextField } from '../shared/fields.js';
import { useIsIdentified } from './analyst.js';

interface AnalystFieldProps {
  readonly analyst: string;
  readonly onChange: (analyst: string) => void;
}

/**
 * The name of the analyst who makes a change; blank keeps the stored name. Hidden if the server identifies the person.
 */
export function AnalystField({ analyst, onChange }: AnalystFieldProps) {
  if (useIsIdentified()) {
    return null;
  }
  return (
    <TextField label="Analyst" autoComplete="username" placeholder="Your name" value={analyst} onChange={onChange} />
  );
}

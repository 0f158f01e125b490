import { SelectField } from '../shared/fields.js';
import { serverTime } from '../shared/server-time.js';
import { dayMs } from '../shared/time-range.js';

interface ExpirationFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True: the field also offers immediate expiration. */
  readonly offersNow?: boolean;
}

const options = [
  ['1', 'In 1 day'],
  ...['7', '30', '90', '365'].map((days) => [days, `In ${days} days`] as const),
  ['never', 'Never'],
] as const;

/** A select of the number of days until a token expires, or `never`. */
export function ExpirationField({ value, onChange, offersNow = false }: ExpirationFieldProps) {
  return (
    <SelectField
      label="Expires"
      options={offersNow ? [['0', 'Now'], ...options] : options}
      value={value}
      onChange={onChange}
    />
  );
}

/** Converts a value of {@link ExpirationField} to the fields of a mutation’s input. */
export function expirationInput(value: string): { expiresAt: string } | { neverExpires: true } {
  if (value === 'never') {
    return { neverExpires: true };
  }
  return { expiresAt: new Date(serverTime(Date.now()) + Number(value) * dayMs).toISOString() };
}

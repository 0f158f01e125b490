import { dayMs } from '../shared/time-range.js';

interface ExpirationFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True: the field can also end the token now. */
  readonly offersNow?: boolean;
}

/** Days until a token expires, or `never`. */
export function ExpirationField({ value, onChange, offersNow = false }: ExpirationFieldProps) {
  return (
    <label className="field">
      <span>Expires</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {offersNow && <option value="0">Now</option>}
        <option value="1">In 1 day</option>
        <option value="7">In 7 days</option>
        <option value="30">In 30 days</option>
        <option value="90">In 90 days</option>
        <option value="365">In 365 days</option>
        <option value="never">Never</option>
      </select>
    </label>
  );
}

/** The fields of a mutation’s input for a value of {@link ExpirationField}. */
export function expirationInput(value: string): { expiresAt: string } | { neverExpires: true } {
  if (value === 'never') {
    return { neverExpires: true };
  }
  return { expiresAt: new Date(Date.now() + Number(value) * dayMs).toISOString() };
}

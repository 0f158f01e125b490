import { useState } from 'react';
import { SetOperatorTokenExpirationDocument } from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { formatTime } from '../shared/format.js';
import { timeZoneLabel } from '../shared/time-zone.js';
import { ExpirationField, expirationInput } from './expiration-field.js';

interface TokenExpirationProps {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: string | null;
}

/** Changes when a token expires. */
export function TokenExpiration({ id, name, expiresAt }: TokenExpirationProps) {
  const [value, setValue] = useState('90');
  const present =
    expiresAt === null
      ? 'Current expiration: never.'
      : `Current expiration: ${formatTime(expiresAt)} (${timeZoneLabel}).`;
  return (
    <ActionButton
      label="Change expiration"
      subject={name}
      document={SetOperatorTokenExpirationDocument}
      variables={{ input: { id, ...expirationInput(value) } }}
      consequence={`${present} The new expiration applies within seconds; sessions of the token end when it expires.`}
    >
      <ExpirationField value={value} onChange={setValue} offersNow />
    </ActionButton>
  );
}

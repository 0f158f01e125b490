import type { Configuration } from '../../../../platform/configuration/index.js';

/** Whether an address is to be confirmed before its account is approved. Without a mail server no mail leaves this machine. */
export function isConfirmationRequired({ zones, mail }: Pick<Configuration, 'zones' | 'mail'>): boolean {
  return zones.emailConfirmation === 'auto' ? mail.smtpUrl !== '' : zones.emailConfirmation === 'required';
}

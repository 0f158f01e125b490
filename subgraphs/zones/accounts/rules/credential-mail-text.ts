import { joinLines, type MailText } from './mail-text.js';

interface MailData {
  readonly username: string;
  /** Base URL of the service; if empty, the email contains no URL. */
  readonly publicUrl: string;
}

/**
 * Email that asks to confirm an address. Its link opens a page with a confirmation button, because mail programs follow
 * links but do not press buttons.
 */
export function emailConfirmationMail({ username, publicUrl, token }: MailData & { token: string }): MailText {
  return {
    subject: 'Confirm your email address',
    text: joinLines([
      `Hello ${username},`,
      '',
      'A domain zone feed account was registered with your email address.',
      'An administrator can approve it after you confirm the address.',
      '',
      ...pageLines({ publicUrl, page: 'confirm-email', token }),
      ...requestLines({ publicUrl, path: '/auth/email/confirm', token, fields: '' }),
      'The token can be used once within seven days. If this was not you, ignore',
      'this email.',
    ]),
  };
}

/** Email with the token to set a new password, and a link to the page for it if `publicUrl` is not empty. */
export function passwordResetMail({ username, publicUrl, token }: MailData & { token: string }): MailText {
  return {
    subject: 'Choose a new password',
    text: joinLines([
      `Hello ${username},`,
      '',
      'A new password was requested for your domain zone feed account.',
      '',
      ...pageLines({ publicUrl, page: 'reset-password', token }),
      ...requestLines({ publicUrl, path: '/auth/password/reset', token, fields: ', "new_password": "..."' }),
      'The token can be used once within one hour. If this was not you, ignore this',
      'email: your password remains unchanged.',
    ]),
  };
}

/** Email that reports a change of the password. */
export function passwordChangedMail({ username, publicUrl }: MailData): MailText {
  return {
    subject: 'Your password was changed',
    text: joinLines([
      `Hello ${username},`,
      '',
      'The password of your domain zone feed account was changed. If this was',
      'not you, immediately request a token to reset it, and set "revoke_keys" to',
      'true when you use the token, so all of your API keys stop working:',
      '',
      `    POST ${publicUrl}/auth/password/forgotten`,
    ]),
  };
}

function pageLines({ publicUrl, page, token }: { publicUrl: string; page: string; token: string }): string[] {
  return publicUrl === '' ? [] : ['Open this page:', '', `    ${publicUrl}/#/${page}?token=${token}`, ''];
}

/**
 * The lines with the token and the request in which to send it. The token is on its own line, so email programs do not
 * break it.
 */
function requestLines(options: { publicUrl: string; path: string; token: string; fields: string }): string[] {
  const { publicUrl, path, token, fields } = options;
  return [
    publicUrl === '' ? 'Send this token to the zone feed:' : 'Or send this token:',
    '',
    `    ${token}`,
    '',
    `    POST ${publicUrl}${path}`,
    `    {"token": "<token>"${fields}}`,
    '',
  ];
}

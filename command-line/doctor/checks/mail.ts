import { join } from 'node:path';
import { isLoopback } from '../../../gateway/authentication/index.js';
import { testMailServer } from '../../../platform/mail-server.js';
import { type Check, type CheckResult, failure, ok, warning } from '../check.js';
import { reasonOf } from '../reason.js';

export const mail: Check = {
  name: 'mail',
  async run({ configuration, timeoutMs, signal }) {
    const { smtpUrl } = configuration.mail;
    if (smtpUrl === '') {
      const folder = join(configuration.server.dataDir, 'mail');
      return ok(`no mail server is configured ([mail] smtp_url): emails are written to files in ${folder}`);
    }
    const { protocol, host, hostname, username } = new URL(smtpUrl);
    const name = `${protocol}//${host}`;
    try {
      const { isEncrypted, login } = await testMailServer({ url: smtpUrl, timeoutMs, signal });
      if (login === 'not offered') {
        return warning(
          `${name} does not support authentication, but [mail] smtp_url has a user`,
          'remove user and password from [mail] smtp_url',
        );
      }
      if (!isEncrypted && !isLoopback(hostname)) {
        return warning(
          `${name} does not support encryption: emails are sent unencrypted`,
          'use smtps:// in [mail] smtp_url, or enable STARTTLS on the mail server',
        );
      }
      const details = `${isEncrypted ? 'encrypted' : 'not encrypted'}${login === 'accepted' ? ', authentication succeeded' : ''}`;
      return ok(`${name} accepts connections (${details})`);
    } catch (error) {
      return connectionFailure(name, { error, hasUser: username !== '' });
    }
  },
};

/**
 * Creates the result for a failed connection to the mail server. The library's message may contain the server's reply,
 * but never the password, which is sent encoded.
 */
function connectionFailure(name: string, { error, hasUser }: { error: unknown; hasUser: boolean }): CheckResult {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = `${name}: ${reasonOf(error)}`;
  if (code === 'EAUTH' && hasUser) return failure(message, 'check user and password in [mail] smtp_url');
  if (/TLS|CERT|SELF_SIGNED/i.test(`${code} ${message}`)) {
    return failure(
      message,
      'the mail server must have a valid certificate for the host in [mail] smtp_url; NODE_EXTRA_CA_CERTS adds a private certificate authority',
    );
  }
  return failure(message, 'check host and port in [mail] smtp_url, and the firewall');
}

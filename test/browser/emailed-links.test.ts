import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { browserTests, describeInBrowser } from './support.js';

const account = { username: 'ada', email: 'ada@mail.example', password: 'correct horse battery' };

describeInBrowser('the pages that emails link to', () => {
  const tests = browserTests({ RAMPART_ZONES_EMAIL_CONFIRMATION: 'required' });

  async function post(path: string, body: object): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${tests.server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  }

  async function receiveMail(form: RegExp): Promise<string> {
    const folder = join(tests.server.dataDir, 'mail');
    return await vi.waitFor(
      () => {
        const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
        const token = form.exec(texts.join())?.[0];
        if (token === undefined) throw new Error('no email with a token yet');
        return token;
      },
      { timeout: 60_000 },
    );
  }

  test('confirm an email address with a button, after which the account can be approved', async () => {
    expect(await post('/auth/register', account)).toBe(201);
    expect(await tests.server.run(['accounts', 'approve', 'ada'], '')).toMatchObject({ code: 1 });
    const page = await tests.open(`/#/confirm-email?token=${await receiveMail(/zf_email_\w{36}/)}`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Email address ada@mail.example of account ada confirmed.').waitFor();
    expect(page.url()).not.toContain('zf_email_');
    expect(await tests.server.run(['accounts', 'approve', 'ada'], '')).toMatchObject({ code: 0 });
  });

  test('reset a password and show why one is rejected', async () => {
    expect(await post('/auth/password/forgotten', { email: account.email })).toBe(202);
    const page = await tests.open(`/#/reset-password?token=${await receiveMail(/zf_reset_\w{36}/)}`);
    await page.getByLabel('New password').fill('passwordpassword');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByText('The new password is one of the most common passwords').waitFor();
    await page.getByLabel('New password').fill('a dozen quiet mountains');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await page.getByText('Password of account ada changed.').waitFor();
    const key = { username: 'ada', password: 'a dozen quiet mountains', name: 'new' };
    expect(await post('/auth/api-keys/generate', key)).toBe(201);
  });

  test('show an error without a token, and are not in the navigation', async () => {
    const page = await tests.open('/#/reset-password');
    await page.getByText('The link has no token').waitFor();
    expect(await page.getByRole('link', { name: 'Reset password' }).count()).toBe(0);
  });
});

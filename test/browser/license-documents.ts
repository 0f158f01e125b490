import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { guidOf } from '../licenses/support/license-world.js';
import { violationsOf } from './accessibility.js';
import type { TestControllers } from './controllers.js';
import type { BrowserTestServer } from './support.js';

/** Edits each document of the license on the page of controllers, and restores the files. */
export async function editDocuments(
  page: Page,
  { controllers, server }: { controllers: TestControllers; server: BrowserTestServer },
): Promise<void> {
  const check = async (number: number) => await controllers.checkIn(server, number);
  expect([await check(1), await check(2)]).toMatchObject([{ default: {} }, { default: {} }]);
  const form = page.getByRole('form', { name: 'Edit' });
  const waitForText = (description: string) => page.getByText(description, { exact: true }).waitFor();
  async function save(content: string | null, ...previewed: string[]) {
    if (content === null) await form.getByRole('checkbox').check();
    else await form.getByLabel('Text').fill(content);
    await form.getByRole('button', { name: 'Preview' }).click();
    for (const part of previewed) await form.getByText(part).waitFor();
    await form.getByRole('button', { name: 'Save and activate' }).click();
    await form.getByText('Saved.').waitFor();
  }

  await waitForText(`0 departments from the file ${controllers.files.path('departments.json')}`);
  await page.getByRole('button', { name: 'Edit the departments' }).click();
  const departments = [{ name: 'plant', addresses: ['10.1.0.0/16'], configuration: { interval: 5 } }];
  await save(JSON.stringify(departments), 'The change affects 1 of 2 registered controllers', 'none → plant');
  await waitForText('1 department stored in the database; a configured file has no effect');
  expect([await check(1), await check(2)]).toMatchObject([{ default: { interval: 5 } }, { default: {} }]);
  await save(null, 'The change affects 1 of 2 registered controllers', 'plant → none');
  expect(await check(1)).toEqual({ message: 'Valid License', default: {} });

  await page.getByRole('button', { name: 'Edit the blacklist' }).click();
  await form.getByLabel('Text').fill('nonsense');
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByText('The document cannot be saved: line 1 is not a GUID').waitFor();
  await save(guidOf(2), 'The change affects 1 of 2 registered controllers', 'allowed → blacklisted');
  await waitForText('1 entry stored in the database; a configured file has no effect');
  expect(await check(2)).toEqual({ message: 'Controller is blacklisted' });
  await save(null, 'blacklisted → allowed');

  await page.getByRole('button', { name: 'Edit the license' }).click();
  await form.getByLabel('Text').fill(controllers.license.replace(/.{4}$/, 'AAAA'));
  await form.getByRole('button', { name: 'Preview' }).click();
  await form.getByText(/^The document cannot be saved: the license is rejected: its signature is invalid/).waitFor();
  const affected = ['2 seats are used, 1 more than the new license permits', 'within the cap → over the cap'];
  await save(controllers.license, ...affected, 'The change affects 1 of 2 registered controllers');
  await waitForText('stored in the database; a configured file has no effect');
  const seats = page.getByRole('region', { name: 'License', exact: true });
  await seats.getByText(/^2 of 1 seat used/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await save(
    null,
    'The grace period of the new license ends before that of the current one.',
    'over the cap → within the cap',
  );
  await waitForText(`from the file ${controllers.files.path('license.jws')}`);
  await seats.getByText(/^2 of 2 seats used/).waitFor();
}

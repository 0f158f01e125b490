import { describe, expect, test } from 'vitest';
import { administrator, connectedWorld, driveWorld, expectEqual } from './support/drive-world.js';

describe('a redirect of a download', () => {
  test.each([
    ['to an internal address', 'https://10.0.0.1/file'],
    ['to the metadata address of a cloud', 'https://169.254.169.254/latest/meta-data/'],
    ['to an unspecified address', 'https://0.0.0.0/file'],
    ['to an internal address in another notation', 'https://[::ffff:192.168.0.1]/file'],
    ['over http to another machine', 'http://files.example/file'],
    ['to a file URL', 'file:///etc/passwd'],
    ['to a data URL', 'data:text/plain,x'],
    ['to an invalid URL', 'http://['],
  ])('%s is not followed, and other files are downloaded', async (_, location) => {
    const world = await connectedWorld();
    world.site.faults.respond({ on: 'content', times: 1, status: 302, where: '01ITEM00000007', headers: { location } });
    expect(await world.sync()).toMatchObject({ outcome: 'done', downloads: 20, failedDownloads: 1 });
    expect(world.waited, 'it is not tried again and again').toEqual([]);
    const status = await world.service.readStatus(administrator);
    expect(status).toMatchObject({ isCircuitOpen: false, counts: { storedFiles: 20, pendingDownloads: 1 } });
    await world.sync();
    await expectEqual(world);
  });

  test('in a cycle ends, and other files are downloaded', async () => {
    const world = await connectedWorld();
    const location = `${world.site.graphUrl}/v1.0/sites/${world.site.siteId}/drive/items/01ITEM00000007/content`;
    world.site.faults.respond({ on: 'content', times: 6, status: 302, where: '01ITEM00000007', headers: { location } });
    expect(await world.sync()).toMatchObject({ outcome: 'done', downloads: 20, failedDownloads: 1 });
    await world.sync();
    await expectEqual(world);
  });
});

describe('secrets:', () => {
  test('the token is sent to graph_url only', async () => {
    const world = await connectedWorld();
    await world.sync();
    const { requests } = world.site;
    const elsewhere = requests.filter(({ server, authorization }) => server !== 'graph' && authorization !== undefined);
    expect(elsewhere).toEqual([]);
    expect(requests.filter(({ server }) => server === 'files').length).toBe(21);
    expect(requests.filter(({ server, authorization }) => server === 'graph' && !authorization)).toEqual([]);
  });

  test('the client secret is in no log, table or status, even when the identity provider repeats it', async () => {
    const wrong = 'an0ther~secret.of-this-test';
    const world = await driveWorld({ RAMPART_DRIVE_CLIENT_SECRET: wrong });
    const failure = await world.service.connectDrive(administrator).catch((error: unknown) => error);
    expect(String(failure)).toContain('invalid_client: AADSTS7000215');
    const status = await world.service.readStatus(administrator);
    expect(status.reason).toContain('AADSTS7000215');
    expect(JSON.stringify(status) + String(failure) + world.logged()).not.toContain(wrong);
    const tables = await world.test.database.sql<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('drive', 'platform', 'gateway')`;
    for (const { name } of tables) {
      const rows = await world.test.database.sql.unsafe(`select t::text as row from ${name} t`);
      expect(JSON.stringify(rows), name).not.toContain(wrong);
    }
  });

  test('the status names the permissions that the token lacks', async () => {
    const world = await driveWorld();
    world.site.roles = ['Sites.Read.All'];
    world.site.faults.respond({ on: 'delta', times: 1, status: 403 });
    await world.service.connectDrive(administrator);
    const status = await world.service.readStatus(administrator);
    expect(status.missingPermissions).toEqual(['Sites.Manage.All', 'Files.Read.All']);
    expect(status.reason).toContain('Files.Read.All');
    await expect(world.sync()).rejects.toThrow('requires the permission Files.Read.All');
  });
});

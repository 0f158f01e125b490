import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDriveService, type DriveService } from '../../subgraphs/drive/index.js';
import { runHere } from '../command-line/support/run-here.js';
import { openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { administrator, driveWorld } from './support/drive-world.js';
import { addClient, folderMirror, serveDrive } from './support/folder-mirror.js';

test.each([
  ['team', '/sites/team', '/sites/team'],
  ['sites/team', '/sites/team', '/sites/team'],
  ['/sites/team/', '/sites/team', '/sites/team'],
  ['teams/team', '/teams/team', '/teams/team'],
  ['/Teams/field/north', '/teams/field/north', '/teams/field/north'],
  ['field/north', '/sites/field/north', '/sites/field/north'],
  ['/sites/field%20work', '/sites/field work', '/sites/field%20work'],
])('site_path %s looks up %s on the document site', async (input, path, requested) => {
  const world = await driveWorld({ RAMPART_DRIVE_SITE_PATH: input });
  world.site.path = path;
  await world.service.connectDrive(administrator);
  expect(world.site.requestsOf('site').map((request) => request.path)).toEqual([
    `/v1.0/sites/contoso.example:${requested}`,
  ]);
  expect(await world.service.readStatus(administrator)).toMatchObject({ isConnected: true, connection: { path } });
});

test('the server does not start with an invalid site_path, and names it', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const environment = {
    RAMPART_SERVER_DATA_DIR: folder.path,
    RAMPART_DRIVE_SITE_PATH: 'https://contoso.example/sites/a',
  };
  const { code, errors } = await runHere(['serve'], { environment });
  expect(errors).toBe(
    'rampart: RAMPART_DRIVE_SITE_PATH must be the path of a site, such as /sites/security, /teams/security or security: "https://contoso.example/sites/a"\n',
  );
  expect(code).toBe(2);
});

const mirror = await folderMirror({ RAMPART_DRIVE_SITE_PATH: 'teams/field/north' });
writeFileSync(join(mirror.folder, 'a.txt'), 'content');
const { siteId } = await mirror.scan();
const { url } = await serveDrive(mirror.platform);
const client = await addClient(mirror, 'follower');

/** An instance that follows the folder under this path. */
async function follower(path: string): Promise<DriveService> {
  const { configuration, database } = await openDatabaseForTest({
    ...{ RAMPART_DRIVE_AUTH_URL: url, RAMPART_DRIVE_GRAPH_URL: url, RAMPART_DRIVE_TENANT_ID: 'contoso' },
    ...{ RAMPART_DRIVE_CLIENT_ID: client.id, RAMPART_DRIVE_CLIENT_SECRET: client.secret },
    ...{ RAMPART_DRIVE_SITE_HOSTNAME: 'mirror.example', RAMPART_DRIVE_SITE_PATH: path },
  });
  const service = createDriveService({ ...mirror.platform, configuration, database });
  onTestFinished(() => service.close());
  return service;
}

describe('a folder that is served at teams/field/north', () => {
  test.each(['/teams/field/north', 'teams/field/north', 'TEAMS/field/north'])('is followed as %s', async (path) => {
    expect(await (await follower(path)).connectDrive(administrator)).toMatchObject({ siteId });
  });

  test('is named by its path below /teams', async () => {
    expect(await mirror.database.sql`select name, web_url from drive.site`).toMatchObject([
      { name: 'field/north', web_url: 'https://mirror.example/teams/field/north' },
    ]);
  });

  test.each(['/sites/teams/field/north', '/sites/field/north', '/teams/field', '/personal/field/north'])(
    'is not followed as %s',
    async (path) => {
      const connecting = (await follower(path)).connectDrive(administrator);
      await expect(connecting).rejects.toThrow('The requested site was not found');
    },
  );
});

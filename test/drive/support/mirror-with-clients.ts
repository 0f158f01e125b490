import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../platform/log.js';
import { addClient, folderMirror, requestToken, serveDrive } from './folder-mirror.js';

export interface MirrorResponse {
  readonly status: number;
  readonly location: string | null;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A mirror of one file, with two clients. */
export async function mirrorWithClients() {
  const mirror = await folderMirror({ RAMPART_DRIVE_SITE_PATH: '/sites/field/sites/north' });
  writeFileSync(join(mirror.folder, 'a.txt'), '0123456789');
  const { siteId } = await mirror.scan();
  const logged: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => logged.push(line) } });
  const platform = { ...mirror.platform, log };
  const { url } = await serveDrive(platform);
  const { configuration } = platform;
  /** The same mirror with the default setting, which requires public notification URLs. */
  const publicOnly = await serveDrive({
    ...platform,
    configuration: { ...configuration, drive: { ...configuration.drive, notificationsAllowPrivate: false } },
  });
  const [one, other] = [await addClient(mirror, 'one'), await addClient(mirror, 'other')];
  const tokens = { one: await requestToken(url, one), other: await requestToken(url, other) };
  const drive = `/v1.0/sites/${siteId}/drive`;

  async function call(
    path: string,
    init: { as?: keyof typeof tokens; method?: string; body?: unknown } = {},
  ): Promise<MirrorResponse> {
    const { as = 'one', method = 'GET', body } = init;
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      redirect: 'manual',
      headers: { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const responseBody = await response.text();
    const json = responseBody.startsWith('{') ? JSON.parse(responseBody) : {};
    return { status: response.status, location: response.headers.get('location'), json };
  }

  async function subscribe(
    fields: Record<string, unknown>,
    as: keyof typeof tokens = 'one',
    at = url,
  ): Promise<MirrorResponse> {
    const body = {
      changeType: 'updated',
      resource: `/sites/${siteId}/drive/root`,
      expirationDateTime: new Date(mirror.clock.now() + 3_600_000).toISOString(),
      clientState: `secret of ${as}`,
      ...fields,
    };
    return await call(`${at}/v1.0/subscriptions`, { as, method: 'POST', body });
  }

  async function notifySubscribers(): Promise<void> {
    await mirror.service.jobs.find(({ name }) => name === 'drive.notify')?.run({});
  }
  return { mirror, siteId, url, logged, publicOnly, tokens, drive, call, subscribe, notifySubscribers };
}

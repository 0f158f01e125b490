import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { DriveNotificationInput } from '../../../subgraphs/drive/service.js';
import { administrator, type DriveWorld, driveWorld, fromOutside } from './drive-world.js';

/** A receiver that echoes validations, and passes notifications to the service of a world once it serves one. */
export async function startReceiver(): Promise<{ readonly url: string; serve(world: DriveWorld): void }> {
  let world: DriveWorld | undefined;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://receiver');
    const token = url.searchParams.get('validationToken');
    if (token !== null) {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(token);
      return;
    }
    const body = (await json(request)) as { value: DriveNotificationInput[] }; // The format of the simulator.
    const receipt = world?.service.receiveNotifications(fromOutside, { notifications: body.value });
    response
      .writeHead(
        await (receipt ?? Promise.reject()).then(
          () => 202,
          () => 503,
        ),
      )
      .end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  const url = `http://127.0.0.1:${port}/drive/notifications`;
  return {
    url,
    serve(served) {
      world = served;
    },
  };
}

/** A connected world whose site can reach its receiver. */
export async function worldWithReceiver(
  environment: Record<string, string> = {},
  options: { lifecycle?: boolean } = {},
): Promise<DriveWorld> {
  const { url, serve } = await startReceiver();
  const lifecycle: Record<string, string> = options.lifecycle
    ? { RAMPART_DRIVE_LIFECYCLE_NOTIFICATION_URL: `${url}/lifecycle` }
    : {};
  const world = await driveWorld({ RAMPART_DRIVE_NOTIFICATION_URL: url, ...lifecycle, ...environment });
  serve(world);
  world.site.content.addFile('a.txt', 'first');
  await world.service.connectDrive(administrator);
  return world;
}

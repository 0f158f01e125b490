import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import type { Check, CheckResult } from '../../../command-line/doctor/check.js';
import { contextOf } from '../../../command-line/doctor/examine.js';
import { runChecks } from '../../../command-line/doctor/run-checks.js';
import { loadConfigurationWithOrigins } from '../../../platform/configuration/index.js';
import { temporaryFolder } from '../../support/running-server.js';

/** A directory that is removed after the test. */
export function folderForTest(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}

/** The result of a check with these settings, in a separate data directory unless they name one. */
export async function resultOf(
  check: Check,
  environment: Record<string, string>,
  { timeoutMs = 60_000 } = {},
): Promise<CheckResult> {
  const settings = loadConfigurationWithOrigins({
    environment: { RAMPART_SERVER_DATA_DIR: folderForTest(), ...environment },
    workingDirectory: '/nonexistent',
  });
  const [result] = await runChecks([check], contextOf(settings, timeoutMs));
  if (result === undefined) throw new Error('a check has one result');
  return result;
}

/** Matches a result by its status and message. */
export function resultWith(status: CheckResult['status'], message: RegExp): object {
  return expect.objectContaining({ status, message: expect.stringMatching(message) });
}

/** Lets a server listen until the test ends; returns its port. */
export async function listenForTest(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port; // A TCP server has an AddressInfo.
}

import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { databaseSettingsForTest } from '../support/index.js';
import { startServer } from '../support/running-server.js';

interface Response {
  status: number | undefined;
  connection: string | undefined;
}

function get(url: string, agent: Agent): Promise<Response> {
  return new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      const { statusCode: status, headers } = response;
      response.resume().once('end', () => resolve({ status, connection: headers.connection }));
    })
      .once('error', reject)
      .end();
  });
}

test('a server that drains is not ready, serves all requests, closes their connections, and then exits', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const { command, addresses } = await startServer({
    ...(await databaseSettingsForTest()),
    RAMPART_SERVER_DRAIN_SECONDS: '3',
  });
  onTestFinished(() => void command.process.kill('SIGKILL'));
  const sendRequest = (path: string): Promise<Response> => get(`${addresses.rest}${path}`, agent);

  expect(await sendRequest('/health/ready')).toEqual({ status: 200, connection: 'keep-alive' });
  command.process.kill('SIGTERM');
  while ((await sendRequest('/health/ready')).status === 200);
  expect(await sendRequest('/health/ready')).toEqual({ status: 503, connection: 'close' });
  expect(await sendRequest('/health/live')).toEqual({ status: 200, connection: 'close' });
  expect(await sendRequest('/alerts')).toEqual({ status: 200, connection: 'close' });
  expect((await command.result).code).toBe(0);
  await expect(sendRequest('/health/live')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

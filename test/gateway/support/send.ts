import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** Sends a request with exactly these headers; fetch would add others. */
export async function send(
  url: string,
  options: { method?: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  return await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: options.method ?? 'GET', headers: options.headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((body) => resolve({ status, headers, body }), reject);
    });
    request.on('error', reject);
    request.end(options.body);
  });
}

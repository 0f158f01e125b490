import { request as httpRequest } from 'node:http';

/** A request with exactly these headers; fetch adds some of its own. */
export async function send(
  url: string,
  options: { method?: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: options.method ?? 'GET', headers: options.headers }, (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    request.on('error', reject);
    request.end(options.body);
  });
}

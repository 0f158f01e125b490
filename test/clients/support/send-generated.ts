import { readFileSync } from 'node:fs';
import { Agent } from 'undici';

/** What the functions of the generated client take beside the documented parameters. */
export interface GeneratedRequest extends RequestInit {
  readonly baseUrl?: string;
  readonly token?: string;
  /** PEM file of the only certificate that is trusted. */
  readonly certificateFile?: string;
}

/** Sends what a function of the generated client has put together. Redirects are its answers. */
export async function sendGenerated<Answer>(path: string, options: GeneratedRequest): Promise<Answer> {
  const { baseUrl = '', token, certificateFile, headers, ...init } = options;
  const sent = new Headers(headers);
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`);
  const dispatcher = certificateFile && new Agent({ connect: { ca: readFileSync(certificateFile) } });
  const trust = dispatcher && { dispatcher };
  const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init, ...trust, headers: sent });
  const body = await response.text();
  if (dispatcher) await dispatcher.close();
  const data: unknown = body === '' ? undefined : JSON.parse(body);
  // That the answer has a documented form is what its callers try.
  return { data, status: response.status, headers: response.headers } as Answer;
}

import { Client, HTTPMessageHandler, type Middleware, RetryHandler } from '@microsoft/microsoft-graph-client';

/**
 * Microsoft's client of Microsoft Graph. It supports HTTPS only, so its requests arrive as from a proxy that ends TLS,
 * except for downloads, whose redirects it follows itself.
 */
export function graphClient({ url, token }: { url: string; token: string }): Client {
  const retry = new RetryHandler();
  retry.setNext(new HTTPMessageHandler());
  const authentication: Middleware = {
    async execute(context) {
      const url = String(context.request);
      context.request = url.replace(/^https:/, 'http:');
      const headers = {
        ...(context.options?.headers as Record<string, string>), // The client passes a plain object.
        authorization: `Bearer ${token}`,
        ...(!url.endsWith('/content') && { 'x-forwarded-proto': 'https' }),
      };
      context.options = { ...context.options, headers };
      await retry.execute(context);
    },
  };
  return Client.initWithMiddleware({ baseUrl: url.replace(/^http:/, 'https:'), middleware: authentication });
}

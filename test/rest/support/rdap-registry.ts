import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RdapRegistry {
  readonly bootstrapUrl: string;
  /** Looked up domains, in order. */
  readonly requested: string[];
  close(): Promise<void>;
}

/** A registry on a loopback address. It knows all names in `com` except `missing.com`, and fails for `broken.com`. */
export async function startRdapRegistry(): Promise<RdapRegistry> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const domain = request.url?.match(/^\/rdap\/domain\/([^/?]+)$/)?.[1];
    if (request.url === '/dns.json') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(bootstrap());
      return;
    }
    if (domain !== undefined) requested.push(domain);
    if (domain === undefined || domain === 'missing.com') response.writeHead(404).end();
    else if (domain === 'broken.com') response.writeHead(500).end();
    else response.writeHead(200, { 'content-type': 'application/rdap+json' }).end(recordText(domain));
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A TCP server has an AddressInfo.

  function bootstrap(): string {
    return JSON.stringify({
      version: '1.0',
      publication: '2026-03-01T00:00:00Z',
      services: [[['com'], [`${base}/rdap/`]]],
    });
  }

  return {
    bootstrapUrl: `${base}/dns.json`,
    requested,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The text of a record; that of `numbers.com` has a number that JavaScript does not represent exactly. */
function recordText(domain: string): string {
  const text = JSON.stringify(record(domain));
  return domain === 'numbers.com' ? text.replace('{', '{"x_serial":9007199254740993,') : text;
}

/** A record as registries return it; the dossier has no field for `port43`. */
function record(domain: string): object {
  return {
    objectClassName: 'domain',
    handle: 'D-1',
    ldhName: domain.toUpperCase(),
    port43: 'whois.example',
    status: ['client transfer prohibited'],
    events: [{ eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' }],
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: '376' }],
        vcardArray: ['vcard', [['fn', {}, 'text', 'A Registrar']]],
        entities: [
          {
            objectClassName: 'entity',
            roles: ['abuse'],
            vcardArray: ['vcard', [['email', {}, 'text', 'abuse@registrar.example']]],
          },
        ],
      },
    ],
    nameservers: [{ objectClassName: 'nameserver', ldhName: 'A.NS.EXAMPLE.' }],
    secureDNS: { delegationSigned: true },
  };
}

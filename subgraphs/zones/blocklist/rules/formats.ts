/** File format of block lists. */
export const blockListFormats = ['domains', 'adblock', 'hosts', 'unbound', 'dnsmasq', 'rpz'] as const;
export type BlockListFormat = (typeof blockListFormats)[number];

interface FileFormat {
  /** Returns the lines before the names. */
  head(serial: number): string;
  /** The lines that block a name and, if the format can, the names below it. */
  lines(name: string): string;
}

/** Times of the SOA record, and the TTL of all records, in seconds. */
export const rpzTimes = { refresh: 300, retry: 60, expire: 604_800, ttl: 60 } as const;

const comment = (serial: number) => `# Rampart block list, serial ${serial}\n`;

/** The formats. A list depends only on its serial and its names, so equal lists are equal bytes. */
export const fileFormats: Readonly<Record<BlockListFormat, FileFormat>> = {
  // Pi-hole and AdGuard Home: exactly these names.
  domains: { head: comment, lines: (name) => `${name}\n` },
  // Pi-hole and AdGuard Home: with the names below them.
  adblock: { head: (serial) => `! Rampart block list, serial ${serial}\n`, lines: (name) => `||${name}^\n` },
  // Without IPv6, systems would ask their resolvers for AAAA records.
  hosts: { head: comment, lines: (name) => `0.0.0.0 ${name}\n:: ${name}\n` },
  unbound: {
    head: (serial) => `${comment(serial)}server:\n`,
    lines: (name) => `  local-zone: "${name}." always_nxdomain\n`,
  },
  dnsmasq: { head: comment, lines: (name) => `local=/${name}/\n` },
  // Relative to the origin, so the zone has the name that the resolver gives it.
  rpz: {
    head: (serial) => `; Rampart block list, serial ${serial}
$TTL ${rpzTimes.ttl}
@ SOA localhost. hostmaster.localhost. ${serial} ${rpzTimes.refresh} ${rpzTimes.retry} ${rpzTimes.expire} ${rpzTimes.ttl}
@ NS localhost.
`,
    lines: (name) => `${name} CNAME .\n*.${name} CNAME .\n`,
  },
};

/** PostgreSQL uses it as a regular expression, too. */
export const hostPattern = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

export const maxBlockableLength = 200;

/**
 * Whether lists can contain a name. Zone files may contain any bytes in a name; without this check, a name with quotes
 * or a line break would write other lines. Response policy zones append their own name, which has at most 253
 * characters with it.
 */
export function isBlockable(name: string): boolean {
  return name.length <= maxBlockableLength && hostPattern.test(name);
}

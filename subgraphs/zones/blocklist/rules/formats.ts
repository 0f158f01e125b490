/** File formats of block lists. */
export const blockListFormats = ['domains', 'adblock', 'hosts', 'unbound', 'dnsmasq', 'rpz'] as const;
export type BlockListFormat = (typeof blockListFormats)[number];

interface FileFormat {
  /** Returns the lines before the names. */
  head(serial: number): string;
  /** Returns the lines that block a name and, if the format supports it, the names below it. */
  lines(name: string): string;
}

/** Times of the SOA record of a response policy zone, and the TTL of all its records. */
export const rpzSeconds = { refresh: 300, retry: 60, expire: 604_800, ttl: 60 } as const;

const comment = (serial: number) => `# Rampart block list, serial ${serial}\n`;

/**
 * Writers of the file formats. A file depends only on the serial and the names, so equal lists have identical files.
 */
export const fileFormats: Readonly<Record<BlockListFormat, FileFormat>> = {
  // Pi-hole and AdGuard Home: exactly these names.
  domains: { head: comment, lines: (name) => `${name}\n` },
  // Pi-hole and AdGuard Home: with the names below them.
  adblock: { head: (serial) => `! Rampart block list, serial ${serial}\n`, lines: (name) => `||${name}^\n` },
  // Without the line for IPv6, systems would query their resolvers for AAAA records.
  hosts: { head: comment, lines: (name) => `0.0.0.0 ${name}\n:: ${name}\n` },
  unbound: {
    head: (serial) => `${comment(serial)}server:\n`,
    lines: (name) => `  local-zone: "${name}." always_nxdomain\n`,
  },
  dnsmasq: { head: comment, lines: (name) => `local=/${name}/\n` },
  // Owner names are relative to the origin, so the resolver's configuration determines the name of the zone.
  rpz: {
    head: (serial) => `; Rampart block list, serial ${serial}
$TTL ${rpzSeconds.ttl}
@ SOA localhost. hostmaster.localhost. ${serial} ${rpzSeconds.refresh} ${rpzSeconds.retry} ${rpzSeconds.expire} ${rpzSeconds.ttl}
@ NS localhost.
`,
    lines: (name) => `${name} CNAME .\n*.${name} CNAME .\n`,
  },
};

/**
 * Syntax of the names that block lists can contain. The pattern is also used in SQL, so PostgreSQL must interpret it in
 * the same way.
 */
export const hostPattern = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/** Maximum length in characters of a name on a block list; longer names are omitted. */
export const maxBlockableLength = 200;

/**
 * Whether block lists can contain a name. Zone files may contain any bytes in a name; without this check, a name with
 * quotes or a line break could inject lines. In a response policy zone, the name of the zone is appended, and the
 * result may have at most 253 characters.
 */
export function isBlockable(name: string): boolean {
  return name.length <= maxBlockableLength && hostPattern.test(name);
}

/** Types of resource records that are known by name (IANA, "Resource Record (RR) TYPEs"). */
const types = new Set(
  `A NS MD MF CNAME SOA MB MG MR NULL WKS PTR HINFO MINFO MX TXT RP AFSDB X25 ISDN RT NSAP NSAP-PTR SIG KEY PX GPOS AAAA
  LOC NXT EID NIMLOC SRV ATMA NAPTR KX CERT A6 DNAME SINK APL DS SSHFP IPSECKEY RRSIG NSEC DNSKEY DHCID NSEC3
  NSEC3PARAM TLSA SMIMEA HIP NINFO RKEY TALINK CDS CDNSKEY OPENPGPKEY CSYNC ZONEMD SVCB HTTPS DSYNC SPF UID GID NID L32
  L64 LP EUI48 EUI64 URI CAA AVC DOA AMTRELAY RESINFO WALLET TA DLV`.split(/\s+/),
);

const timeForm = /^(\d+|(\d+[smhdw])+)$/i;

/** True for a time to live: seconds, or with units as `1h30m`. */
export function isTime(word: string): boolean {
  return timeForm.test(word);
}

/** True for the only class that zone files of registries have, under either name (RFC 3597). */
export function isInternet(word: string): boolean {
  return /^(IN|CLASS1)$/i.test(word);
}

/** True for the classes that are not the internet's. */
export function isOtherClass(word: string): boolean {
  return /^(CS|CH|CHAOS|HS|HESIOD|NONE|ANY|CLASS\d+)$/i.test(word) && !isInternet(word);
}

/** The name of a type in capitals; undefined when there is none such. RFC 3597 also names types by number. */
export function typeOf(word: string): string | undefined {
  const capitals = word.toUpperCase();
  if (types.has(capitals)) return capitals;
  if (!/^TYPE\d{1,5}$/.test(capitals) || Number(capitals.slice(4)) > 65_535) return undefined;
  switch (Number(capitals.slice(4))) {
    case 2:
      return 'NS';
    case 6:
      return 'SOA';
    default:
      return capitals;
  }
}

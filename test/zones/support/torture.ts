import { readFileSync } from 'node:fs';

/** A zone file of the zone `example` with all features of the master file format. */
export const torture = readFileSync(new URL('torture.zone', import.meta.url));

/** Its delegations, each `label nameserver`, sorted, without duplicates. */
export const torturePairs = [
  'alpha ns1.provider.net.',
  'alpha ns2.provider.net.',
  'alpha relative.example.',
  'back\\\\slash semi\\;colon.example.',
  'beta ns1.provider.net.',
  'beta ns2.example.',
  'crlf ns1.provider.net.',
  'deep.er.sub sub.example.',
  'deep.sub ns.sub.example.',
  'dot\\.ted ns\\.odd.provider.net.',
  'dup ns1.provider.net.',
  'gamma ns1.provider.net.',
  'gen ns.example.',
  'in ns.in.example.',
  'last no-newline.provider.net.',
  'late ns1.provider.net.',
  'longttl ns1.provider.net.',
  'many a.provider.net.',
  'many b.provider.net.',
  'many c.provider.net.',
  'numa\\001x a\\(b\\).example.',
  'quo\\"te ns1.provider.net.',
  'root ns.',
  'sub ns.at.sub.example.',
  'txt ns1.provider.net.',
  'upper upper.provider.net.',
  '1234 5678.provider.net.',
  '_under-score _ns.provider.net.',
  'zz ns1.provider.net.',
].sort();

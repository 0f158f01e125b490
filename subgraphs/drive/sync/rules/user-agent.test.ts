import { expect, test } from 'vitest';
import { userAgent } from './user-agent.js';

test.each([
  ['isv', 'Contoso', 'ISV|Contoso|Rampart/1.2.3'],
  ['nonisv', 'Field Work', 'NONISV|Field Work|Rampart/1.2.3'],
] as const)(
  'the User-Agent has the format that SharePoint documents for applications of the kind %s',
  (userAgentKind, userAgentCompany, expected) => {
    expect(userAgent({ userAgentKind, userAgentCompany }, '1.2.3')).toBe(expected);
  },
);

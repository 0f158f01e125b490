import { expect, test } from 'vitest';
import { userAgent } from './user-agent.js';

test.each([
  ['isv', 'Contoso', 'ISV|Contoso|Rampart/1.2.3'],
  ['nonisv', 'Field Work', 'NONISV|Field Work|Rampart/1.2.3'],
] as const)(
  'requests are decorated as SharePoint expects of an application of the kind %s',
  (userAgentKind, userAgentCompany, expected) => {
    expect(userAgent({ userAgentKind, userAgentCompany }, '1.2.3')).toBe(expected);
  },
);

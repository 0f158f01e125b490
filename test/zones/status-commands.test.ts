import { expect, test } from 'vitest';
import { runHere } from '../command-line/support/run-here.js';
import { describeImportWorld } from './support/import-world.js';

const world = describeImportWorld();

async function printNames(...args: string[]) {
  const { output, errors } = await runHere(['zones', ...args, '--json'], {
    environment: {
      DATABASE_URL: world.test.url,
      RAMPART_ZONES_SOURCES: 'com=axfr://127.0.0.1, org=axfr://127.0.0.1',
      RAMPART_DNS_POLICY_ZONES: 'rpz.example, other.example',
    },
  });
  const rows = output === '' ? [] : (JSON.parse(output) as { zone?: string; name?: string }[]);
  return { errors, names: rows.map(({ zone, name }) => zone ?? name) };
}

test.each(['com', 'COM', 'com.zone', 'com.'])('the state of a source is printed for the zone %s', async (zone) => {
  expect(await printNames('pull', '--status', zone)).toEqual({ errors: '', names: ['com'] });
});

test.each(['rpz.example', 'RPZ.Example.'])('the policy zone %s is printed', async (zone) => {
  expect(await printNames('policy-zones', zone)).toEqual({ errors: '', names: ['rpz.example'] });
});

test('zones without a source and unknown policy zones are reported', async () => {
  expect((await printNames('pull', '--status', 'net')).errors).toBe(
    'rampart: net has no source; see [zones] sources\n',
  );
  expect((await printNames('policy-zones', 'net')).errors).toBe(
    'rampart: net is not a policy zone; see [dns] policy_zones\n',
  );
});

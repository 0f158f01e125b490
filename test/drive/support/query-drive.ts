import { graphql } from 'graphql';
import { type Caller, localAdministrator } from '../../../platform/caller.js';
import { driveSubgraph } from '../../../subgraphs/drive/index.js';
import type { DriveWorld } from './drive-world.js';

/** Runs an operation on the drive subgraph; returns the data and the codes of errors (undefined if there are none). */
export async function queryDrive(
  world: Pick<DriveWorld, 'platform'>,
  source: string,
  caller: Caller = localAdministrator,
) {
  const subgraph = driveSubgraph.create(world.platform);
  const contextValue = subgraph.createContext({
    caller,
    via: 'graphql',
    signal: new AbortController().signal,
    requestId: 'test',
    sourceAddress: '127.0.0.1',
  });
  const { data, errors } = await graphql({ schema: subgraph.schema, source, contextValue });
  return { data: JSON.parse(JSON.stringify(data ?? null)), codes: errors?.map(({ extensions }) => extensions.code) };
}

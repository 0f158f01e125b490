import { readFileSync } from 'node:fs';
import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { readOptions, serveUntilParentExits } from './own-process.js';

// @apollo/gateway as it comes: no option of it or of Apollo Server is set beyond what it needs to run.

const { supergraphFile } = readOptions<{ supergraphFile: string }>();
const gateway = new ApolloGateway({ supergraphSdl: readFileSync(supergraphFile, 'utf8') });
const { url } = await startStandaloneServer(new ApolloServer({ gateway }), { listen: { host: '127.0.0.1', port: 0 } });
serveUntilParentExits(url);

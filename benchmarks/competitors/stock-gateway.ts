import { readFileSync } from 'node:fs';
import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { readOptions, serveUntilParentExits } from './own-process.js';

// @apollo/gateway in its default configuration, with only the required options of Apollo Server.

const { supergraphFile } = readOptions<{ supergraphFile: string }>();
const gateway = new ApolloGateway({ supergraphSdl: readFileSync(supergraphFile, 'utf8') });
const { url } = await startStandaloneServer(new ApolloServer({ gateway }), { listen: { host: '127.0.0.1', port: 0 } });
serveUntilParentExits(url);

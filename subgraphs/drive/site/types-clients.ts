import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';

@ObjectType('MirrorClient', {
  description:
    'A program that reads the mirror of the document sites. Its secret is returned only by `addMirrorClient`.',
})
export class MirrorClient {
  @Field(() => ID, { description: 'Client ID for the OAuth 2.0 client credentials grant. It is not a global id.' })
  id!: string;

  @Field(() => String, { description: 'Name of the client; unique.' })
  name!: string;

  @Field(() => GraphQLDateTime, { description: 'Time when the client was added.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the client last received an access token; null if it never received one.',
  })
  lastTokenAt!: Date | null;
}

export const MirrorClientConnection = connectionType(MirrorClient, {
  name: 'MirrorClient',
  node: 'mirror client',
  nodes: 'clients',
  description: 'A page of mirror clients, newest first.',
});

@InputType('MirrorClientFilter', {
  description: 'Filter for mirror clients. Null and omitted fields do not filter.',
})
export class MirrorClientFilter {
  @Field(() => String, {
    nullable: true,
    description: `Substring of the name or id, case-insensitive; at most ${maxCharacters.search} characters. Null: all clients.`,
  })
  search?: string | null;
}

@InputType('AddMirrorClientInput', { description: 'Input of `addMirrorClient`.' })
export class AddMirrorClientInput {
  @Field(() => String, {
    description: `Name of the client, 1–${maxCharacters.name} characters without control characters; unique, and not a reserved name such as \`admin\`.`,
  })
  name!: string;
}

@ObjectType('AddMirrorClientPayload', { description: 'Result of `addMirrorClient`.' })
export class AddMirrorClientPayload {
  @Field(() => MirrorClient, { description: 'The added client.' })
  client!: MirrorClient;

  @Field(() => String, { description: 'Secret of the client; returned only in this response.' })
  secret!: string;
}

@InputType('RemoveMirrorClientInput', { description: 'Input of `removeMirrorClient`.' })
export class RemoveMirrorClientInput {
  @Field(() => ID, { description: 'Id of the client.' })
  id!: string;
}

@ObjectType('RemoveMirrorClientPayload', { description: 'Result of `removeMirrorClient`.' })
export class RemoveMirrorClientPayload {
  @Field(() => MirrorClient, { description: 'The removed client.' })
  client!: MirrorClient;
}

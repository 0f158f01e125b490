import { Ctx, Resolver } from 'type-graphql';
import { Input, PermittedMutation } from '../../platform/graph/index.js';
import type { AccessContext } from './context.js';
import type { TokenRecord } from './service.js';
import type { Session } from './types.js';
import {
  CreateOperatorTokenInput,
  CreateOperatorTokenPayload,
  OperatorTokenPayload,
  RevokedSessionsPayload,
  RevokeOperatorTokenInput,
  RevokeSessionInput,
  RevokeSessionsOfPersonInput,
  SetOperatorTokenExpirationInput,
} from './types-mutations.js';

@Resolver()
export class AccessMutationResolver {
  @PermittedMutation('tokens.manage', () => CreateOperatorTokenPayload, {
    description: 'Create an operator token. The secret is returned only in this response. Requires the role `admin`.',
    cost: 10,
  })
  async createOperatorToken(
    @Input(() => CreateOperatorTokenInput, 'Name, role, tenants and expiration of the token.')
    input: CreateOperatorTokenInput,
    @Ctx() context: AccessContext,
  ): Promise<{ token: TokenRecord; secret: string }> {
    return await context.service.createToken(context, input);
  }

  @PermittedMutation('tokens.manage', () => OperatorTokenPayload, {
    description:
      'Change the expiration time of an operator token, even of an expired one. Sessions of the token end when the token expires, at the latest. Requires the role `admin`.',
    cost: 10,
  })
  async setOperatorTokenExpiration(
    @Input(() => SetOperatorTokenExpirationInput, 'Id of the token and its new expiration time.')
    input: SetOperatorTokenExpirationInput,
    @Ctx() context: AccessContext,
  ): Promise<{ token: TokenRecord }> {
    return { token: await context.service.setTokenExpiration(context, input) };
  }

  @PermittedMutation('tokens.manage', () => OperatorTokenPayload, {
    description:
      'Revoke an operator token and its sessions. All servers reject them within 5 seconds. Requires the role `admin`.',
    cost: 10,
  })
  async revokeOperatorToken(
    @Input(() => RevokeOperatorTokenInput, 'Id of the token to revoke.') input: RevokeOperatorTokenInput,
    @Ctx() context: AccessContext,
  ): Promise<{ token: TokenRecord }> {
    return { token: await context.service.revokeToken(context, input) };
  }

  @PermittedMutation('sessions.manage', () => RevokedSessionsPayload, {
    description:
      'End a session, or all sessions of the same person or token. All servers reject ended sessions within 5 seconds. Requires the role `admin`.',
    cost: 10,
  })
  async revokeSession(
    @Input(() => RevokeSessionInput, 'Id of the session, and whether to end all sessions of the same person or token.')
    input: RevokeSessionInput,
    @Ctx() context: AccessContext,
  ): Promise<{ sessions: Session[] }> {
    return { sessions: await context.service.revokeSession(context, input) };
  }

  @PermittedMutation('sessions.manage', () => RevokedSessionsPayload, {
    description:
      'End all sessions of a person. All servers reject ended sessions within 5 seconds. The person may sign in again. Requires the role `admin`.',
    cost: 10,
  })
  async revokeSessionsOfPerson(
    @Input(() => RevokeSessionsOfPersonInput, 'Id of the person.') input: RevokeSessionsOfPersonInput,
    @Ctx() context: AccessContext,
  ): Promise<{ sessions: Session[] }> {
    return { sessions: await context.service.revokeSessionsOfPerson(context, input) };
  }
}

import { Arg, Ctx, Directive, Mutation, Resolver } from 'type-graphql';
import type { DriveContext } from './context.js';
import type { EvidenceRecord } from './records.js';
import type { ConnectResult, DisconnectResult } from './service/index.js';
import {
  ConnectDrivePayload,
  DisconnectDrivePayload,
  LinkDriveEvidenceInput,
  LinkDriveEvidencePayload,
  ReceiveDriveNotificationsInput,
  ReceiveDriveNotificationsPayload,
  SyncDrivePayload,
  UnlinkDriveEvidenceInput,
  UnlinkDriveEvidencePayload,
} from './types/index.js';

@Resolver()
export class DriveMutationResolver {
  @Mutation(() => ConnectDrivePayload, {
    description: 'Connects the document site of the settings: token, site lookup, subscription. For administrators.',
  })
  @Directive('@cost(weight: 100)')
  async connectDrive(@Ctx() context: DriveContext): Promise<ConnectResult> {
    return await context.service.connectDrive(context);
  }

  @Mutation(() => SyncDrivePayload, {
    description: 'Synchronize the local copy with the site. For analysts and administrators.',
  })
  @Directive('@cost(weight: 100)')
  async syncDrive(@Ctx() context: DriveContext): Promise<SyncDrivePayload> {
    return await context.service.requestSync(context);
  }

  @Mutation(() => DisconnectDrivePayload, {
    description: 'Ends the subscription and the connection; what was synced stays. For administrators.',
  })
  @Directive('@cost(weight: 100)')
  async disconnectDrive(@Ctx() context: DriveContext): Promise<DisconnectResult> {
    return await context.service.disconnectDrive(context);
  }

  @Mutation(() => ReceiveDriveNotificationsPayload, {
    description:
      'Takes notifications of the document site; the documented path of the receiver leads here. In the graph for analysts and administrators.',
  })
  @Directive('@cost(weight: 10)')
  async receiveDriveNotifications(
    @Arg('input', () => ReceiveDriveNotificationsInput, { description: 'The notifications, as the site sent them.' })
    input: ReceiveDriveNotificationsInput,
    @Ctx() context: DriveContext,
  ): Promise<ReceiveDriveNotificationsPayload> {
    await context.service.receiveNotifications(context, input);
    return { status: 'accepted' };
  }

  @Mutation(() => LinkDriveEvidencePayload, {
    description:
      'Links an item to an alert that it is evidence for; a link that is there already gets the new note. For analysts and administrators.',
  })
  @Directive('@cost(weight: 10)')
  async linkDriveEvidence(
    @Arg('input', () => LinkDriveEvidenceInput, { description: 'Which item and which alert.' })
    input: LinkDriveEvidenceInput,
    @Ctx() context: DriveContext,
  ): Promise<{ evidence: EvidenceRecord }> {
    return { evidence: await context.service.linkEvidence(context, input) };
  }

  @Mutation(() => UnlinkDriveEvidencePayload, {
    description: 'Removes the link between an item and an alert. For analysts and administrators.',
  })
  @Directive('@cost(weight: 10)')
  async unlinkDriveEvidence(
    @Arg('input', () => UnlinkDriveEvidenceInput, { description: 'Which item and which alert.' })
    input: UnlinkDriveEvidenceInput,
    @Ctx() context: DriveContext,
  ): Promise<UnlinkDriveEvidencePayload> {
    await context.service.unlinkEvidence(context, input);
    return { alertId: input.alertId };
  }
}

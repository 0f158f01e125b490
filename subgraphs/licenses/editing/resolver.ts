import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Requires, selectedFields } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import type { ControllerRecord } from '../registry/index.js';
import { controllerFields, loadController } from '../registry/loaders.js';
import { Controller } from '../registry/types.js';
import { DocumentKind } from '../vocabulary.js';
import type { DocumentChange, DocumentPreview } from './service.js';
import {
  LicenseDocument,
  LicenseDocumentChange,
  LicenseDocumentPreview,
  ReplaceLicenseDocumentInput,
  ReplaceLicenseDocumentPayload,
} from './types.js';

/** Controllers that a preview names. */
const changesShown = 20;

@Resolver(() => LicenseDocument)
export class LicenseDocumentResolver {
  @Requires('licenses.edit')
  @Query(() => LicenseDocument, { description: 'Return a document with its text, to edit it. For administrators.' })
  async licenseDocument(
    @Arg('kind', () => DocumentKind, { description: 'Kind.' }) kind: DocumentKind,
    @Ctx() context: LicensesContext,
  ): Promise<LicenseDocument> {
    return await context.service.readDocument(context, kind);
  }

  @Requires('licenses.edit')
  @Query(() => LicenseDocumentPreview, {
    description:
      'Compare a text with the document in force, for all registered controllers by their last check-in. Changes nothing. For administrators.',
  })
  @Directive('@cost(weight: 100)')
  async licenseDocumentPreview(
    @Arg('kind', () => DocumentKind, { description: 'Kind.' }) kind: DocumentKind,
    @Arg('text', () => String, { nullable: true, description: 'Text. Null or omitted: that of the file.' })
    text: string | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<DocumentPreview> {
    return await context.service.previewDocument(context, { kind, text, first: changesShown });
  }

  @Requires('licenses.edit')
  @Mutation(() => ReplaceLicenseDocumentPayload, {
    description:
      'Store a document. It is in force for each request that any server receives from then on, instead of the file, until it is replaced with null. For administrators.',
  })
  @Directive('@cost(weight: 10)')
  async replaceLicenseDocument(
    @Arg('input', () => ReplaceLicenseDocumentInput, { description: 'The document.' })
    input: ReplaceLicenseDocumentInput,
    @Ctx() context: LicensesContext,
  ): Promise<ReplaceLicenseDocumentPayload> {
    return { document: await context.service.replaceDocument(context, { ...input, text: input.text ?? null }) };
  }
}

@Resolver(() => LicenseDocumentChange)
export class LicenseDocumentChangeResolver {
  @FieldResolver(() => Controller, {
    nullable: true,
    description: 'The controller; null if it was released meanwhile.',
  })
  async controller(
    @Root() { guid }: DocumentChange,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    return await loadController(context, guid, controllerFields(selectedFields(info)));
  }
}

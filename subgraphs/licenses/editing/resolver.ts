import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Input, PermittedMutation, PermittedQuery, selectedFields } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import type { LicensesContext } from '../context.js';
import { graceEnd, type License } from '../files/index.js';
import type { ControllerRecord } from '../registry/index.js';
import { controllerFields, loadController } from '../registry/loaders.js';
import { Controller } from '../registry/types.js';
import { DocumentKind } from '../vocabulary.js';
import type { LicenseComparison as ComparisonRecord, ControllerEffect } from './service/candidate.js';
import {
  type LicenseComparison,
  LicenseDocument,
  LicenseDocumentChange,
  LicenseDocumentPreview,
  type LicenseTerms,
  ReplaceLicenseDocumentInput,
  ReplaceLicenseDocumentPayload,
} from './types.js';

/** Maximum number of affected controllers that a preview of an edit lists. */
const maxShownChanges = 20;

@Resolver(() => LicenseDocument)
class LicenseDocumentResolver {
  @PermittedQuery('licenses.edit', () => LicenseDocument, {
    description: 'Return a document with its text, to edit it. Requires the role `admin`.',
  })
  async licenseDocument(
    @Arg('kind', () => DocumentKind, {
      description: 'Document to return: the blacklist, the departments or the license.',
    })
    kind: DocumentKind,
    @Ctx() context: LicensesContext,
  ): Promise<LicenseDocument> {
    return await context.service.readDocument(context, kind);
  }

  @PermittedQuery('licenses.edit', () => LicenseDocumentPreview, {
    description:
      'Compare a text with the active document, and return the effect on all registered controllers as of their last check-in. Changes nothing. Requires the role `admin`.',
    cost: 100,
  })
  async licenseDocumentPreview(
    @Arg('kind', () => DocumentKind, {
      description: 'Document to compare the text with: the blacklist, the departments or the license.',
    })
    kind: DocumentKind,
    @Arg('text', () => String, {
      nullable: true,
      description: `Text to check, at most ${maxCharacters.licenseDocument} characters. Null or omitted: text of the configured file.`,
    })
    text: string | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<Omit<LicenseDocumentPreview, 'changes'> & { changes: readonly ControllerEffect[] }> {
    const { license, ...preview } = await context.service.previewDocument(context, {
      kind,
      text,
      first: maxShownChanges,
    });
    return { ...preview, license: license === null ? null : comparisonOf(license) };
  }

  @PermittedMutation('licenses.edit', () => ReplaceLicenseDocumentPayload, {
    description:
      'Store a new text for a document. From the next request on, all servers use this text instead of the file; `text: null` makes the file active again. A license is accepted only if its state would be `VALID` or `GRACE`. Requires the role `admin`.',
    cost: 10,
  })
  async replaceLicenseDocument(
    @Input(
      () => ReplaceLicenseDocumentInput,
      'Document to replace, its new text, and the version and digest that you edited.',
    )
    input: ReplaceLicenseDocumentInput,
    @Ctx() context: LicensesContext,
  ): Promise<ReplaceLicenseDocumentPayload> {
    return { document: await context.service.replaceDocument(context, input) };
  }
}

@Resolver(() => LicenseDocumentChange)
class LicenseDocumentChangeResolver {
  @FieldResolver(() => Controller, {
    nullable: true,
    description: 'The controller; null if it is no longer registered.',
  })
  async controller(
    @Root() { guid }: ControllerEffect,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    return await loadController(context, guid, controllerFields(selectedFields(info)));
  }
}

export const licenseDocumentResolvers = [LicenseDocumentResolver, LicenseDocumentChangeResolver];

function comparisonOf({ before, after, seatsUsed }: ComparisonRecord): LicenseComparison {
  return {
    before: before === null ? null : termsOf(before),
    after: termsOf(after),
    ...{ seatsUsed, seatsOver: Math.max(0, seatsUsed - after.cap) },
  };
}

function termsOf(license: License): LicenseTerms {
  const { id, customer, cap, notBefore, expiresAt, entitlements, signingKey } = license;
  return {
    ...{ id, customer, cap, entitlements, signingKey: signingKey?.x ?? null },
    notBefore: new Date(notBefore * 1000),
    expiresAt: new Date(expiresAt * 1000),
    graceEndsAt: new Date(graceEnd(license) * 1000),
  };
}

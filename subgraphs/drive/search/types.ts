import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { DocumentFormat, SearchScope, TextState, UnreadableReason } from './vocabulary.js';

enumType(TextState, {
  name: 'DriveTextState',
  description: 'State of the text extraction of a file.',
  values: {
    WAITING: 'The text has not been extracted yet, or the extraction failed and will be retried.',
    EXTRACTED: 'The text was extracted and can be searched.',
    UNREADABLE: 'The text cannot be read; see `reason`. Only the name is searched.',
    OFF: 'The text was not extracted: text extraction is turned off, or stored contents are encrypted.',
  },
});

enumType(SearchScope, {
  name: 'DriveSearchScope',
  description: 'Parts of items that a search matches.',
  values: {
    ALL: 'Names of files and folders, and text of documents.',
    NAMES: 'Names of files and folders.',
    TEXTS: 'Text of documents. Not available if stored contents are encrypted.',
  },
});

enumType(DocumentFormat, {
  name: 'DriveDocumentFormat',
  description: 'Format of a document, detected from its content.',
  values: {
    PDF: 'Portable Document Format.',
    DOCX: 'Word document (Office Open XML).',
    XLSX: 'Excel workbook (Office Open XML).',
    PPTX: 'PowerPoint presentation (Office Open XML).',
    HTML: 'HTML document.',
    TEXT: 'Plain text in UTF-8, UTF-16 or windows-1252.',
  },
});

enumType(UnreadableReason, {
  name: 'DriveUnreadableReason',
  description: 'Reason the text of a file cannot be read.',
  values: {
    ENCRYPTED: 'The document requires a password.',
    DAMAGED: 'The document is malformed or incomplete.',
    UNSUPPORTED: 'The format of the file is not supported; for example, it is an image or an Office 97–2003 document.',
    TOO_LARGE: 'The file exceeds `[drive] search_max_bytes`, or its decompressed content exceeds 256 MiB.',
    TIMEOUT: 'Reading the document exceeded 60 seconds of CPU time.',
    OUT_OF_MEMORY: 'Reading the document exceeded 512 MiB of memory.',
    CRASHED: 'The process that extracts text crashed, was killed, or exceeded 300 seconds, in each of three attempts.',
    MISSING: 'The stored content was missing or damaged in three attempts to read it.',
  },
});

@ObjectType('DriveText', { description: 'The text of the newest stored content of a file.' })
export class DriveText {
  @Field(() => TextState, { description: 'State of the text extraction.' })
  state!: TextState;

  @Field(() => DocumentFormat, {
    nullable: true,
    description:
      'Format of the document; null before the text extraction, or if the format is unknown or not supported.',
  })
  format!: DocumentFormat | null;

  @Field(() => UnreadableReason, {
    nullable: true,
    description: 'Reason the text cannot be read; null unless the state is `UNREADABLE`.',
  })
  reason!: UnreadableReason | null;

  @Field(() => String, {
    nullable: true,
    description: 'Details of the reason; null unless the state is `UNREADABLE`, or if there are none.',
  })
  detail!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether only the beginning of the text can be searched, because the text exceeds 1000000 characters or has too many different words to index; false unless the state is `EXTRACTED`.',
  })
  isCut!: boolean;
}

@ObjectType('DriveTextSegment', { description: 'A part of a snippet. It is plain text, not HTML.' })
export class DriveTextSegment {
  @Field(() => String, { description: 'Text of the segment.' })
  text!: string;

  @Field(() => Boolean, { description: 'Whether the text matches the query.' })
  isMatch!: boolean;
}

@ObjectType('DriveSearchResult', { description: 'A file or folder that a search found.' })
export class DriveSearchResult {
  @Field(() => Boolean, {
    description: 'Whether the name contains the words of the query; false if names are not searched.',
  })
  matchesName!: boolean;

  @Field(() => [DriveTextSegment], {
    description:
      'Parts of the text around the first match; the start of the text if only the name matches, or if the first match is after the first 200000 characters. Empty if no text is stored.',
  })
  @Directive('@listSize(assumedSize: 8)')
  snippet!: DriveTextSegment[];
}

export const DriveSearchConnection = connectionType(DriveSearchResult, {
  name: 'DriveSearch',
  node: 'result',
  description: 'A page of search results. It has no `totalCount`: counting would read all results.',
});

@InputType('DriveSearchFilter', { description: 'Conditions for search results; all must be met.' })
export class DriveSearchFilter {
  @Field(() => [ID], {
    nullable: true,
    description: 'Ids of document sites, at most 100; see `DriveSite.siteId`. Null: all sites; empty: no results.',
  })
  siteIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Path of a folder, such as `/reports`, case-insensitive: only items below it are found. Null: all folders.',
  })
  folder?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Extensions of file names, such as `pdf`, case-insensitive; at most 100. Null: all files and folders; empty: no results.',
  })
  extensions?: readonly string[] | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Only items modified at or after this time; items without a modification time do not match. Null: all items.',
  })
  modifiedFrom?: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Only items modified before this time; items without a modification time do not match. Null: all items.',
  })
  modifiedBefore?: Date | null;
}

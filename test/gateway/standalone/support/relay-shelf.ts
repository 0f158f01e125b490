import {
  type ConcreteRequest,
  Environment,
  type GraphQLResponse,
  Network,
  type NormalizationScalarField,
  Observable,
  type ReaderFragment,
  RecordSource,
  Store,
} from 'relay-runtime';
import { readParts } from './read-parts.js';

/**
 * The output of relay-compiler 21 for `query shelfQuery($later: Boolean!) { books { id title ...shelf_loan
 * @defer(label: "loan", if: $later) } }` and `fragment shelf_loan on Book { borrower }`.
 */
const argumentDefinitions = [{ defaultValue: null, kind: 'LocalArgument', name: 'later' }] as const;
const books = {
  alias: null,
  args: null,
  concreteType: 'Book',
  kind: 'LinkedField',
  name: 'books',
  plural: true,
  storageKey: null,
} as const;
const [id, title, borrower] = [scalar('id'), scalar('title'), scalar('borrower')];

export const loanFragment: ReaderFragment = {
  argumentDefinitions: [],
  kind: 'Fragment',
  metadata: null,
  name: 'shelf_loan',
  selections: [borrower],
  type: 'Book',
  abstractKey: null,
};

export const shelfQuery: ConcreteRequest = {
  fragment: {
    argumentDefinitions,
    kind: 'Fragment',
    metadata: null,
    name: 'shelfQuery',
    selections: [
      {
        ...books,
        selections: [
          id,
          title,
          { kind: 'Defer', selections: [{ args: null, kind: 'FragmentSpread', name: 'shelf_loan' }] },
        ],
      },
    ],
    type: 'Query',
    abstractKey: null,
  },
  kind: 'Request',
  operation: {
    argumentDefinitions,
    kind: 'Operation',
    name: 'shelfQuery',
    selections: [
      {
        ...books,
        selections: [id, title, { if: 'later', kind: 'Defer', label: 'shelfQuery$defer$loan', selections: [borrower] }],
      },
    ],
  },
  params: {
    cacheID: '7b92d6e612b92dda92360baf58c272ec',
    id: null,
    metadata: {},
    name: 'shelfQuery',
    operationKind: 'query',
    text: `query shelfQuery($later: Boolean!) {
  books { id title ...shelf_loan @defer(label: "shelfQuery$defer$loan", if: $later) }
}
fragment shelf_loan on Book { borrower }`,
  },
};

function scalar(name: string): NormalizationScalarField {
  return { alias: null, args: null, kind: 'ScalarField', name, storageKey: null };
}

/** Relay with the network layer in docs/operations.md: the first payload, then each part. */
export function relayEnvironment(url: string): Environment {
  const network = Network.create(({ text }, variables) =>
    Observable.create<GraphQLResponse>((sink) => {
      const send = async (): Promise<void> => {
        const accept = 'multipart/mixed;deferSpec=20220824, application/json';
        const reading = await readParts(url, text ?? '', { accept, variables });
        for (let payload = await reading.next(); payload !== undefined; payload = await reading.next()) {
          const { incremental = [payload] } = payload as { incremental?: readonly object[] };
          // The server sends the format of Relay, which verifies it.
          for (const part of incremental) sink.next(part as GraphQLResponse);
        }
      };
      send().then(
        () => sink.complete(),
        (error: Error) => sink.error(error),
      );
    }),
  );
  return new Environment({ network, store: new Store(new RecordSource()) });
}

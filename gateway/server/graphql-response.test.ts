import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { silentLog } from '../../platform/log.js';
import { maskAndReportErrors, type ResponseContext } from './graphql-response.js';

function messagesFor(mayIntrospect: boolean): readonly string[] {
  const context = {
    ...{ mayIntrospect, showsSubgraphErrors: true, mediaType: 'application/json', requestId: 'test' },
    ...{ caller: undefined, rejections: undefined, revalidate: false, log: silentLog },
    reply: { header: () => undefined },
  } as unknown as ResponseContext; // Of the reply, only `header` is used.
  const errors = [
    new GraphQLError('Cannot query field "nam". Did you mean "name"?', {
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    }),
    new GraphQLError('No pet "Rax". Did you mean "Rex"?', {
      extensions: { code: 'BAD_USER_INPUT', serviceName: 'pets' },
    }),
  ];
  return maskAndReportErrors(context, errors).map(({ message }) => message);
}

test('suggestions of names in the schema are removed for callers who may not introspect it, unlike those of subgraphs', () => {
  expect(messagesFor(false)).toEqual(['Cannot query field "nam".', 'No pet "Rax". Did you mean "Rex"?']);
  expect(messagesFor(true)).toEqual([
    'Cannot query field "nam". Did you mean "name"?',
    'No pet "Rax". Did you mean "Rex"?',
  ]);
});

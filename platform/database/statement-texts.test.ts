import { expect, test } from 'vitest';
import { StatementTexts } from './statement-texts.js';

test('a text is written once for each set of fields and shape', () => {
  const texts = new StatementTexts<{ names: string[] }>();
  const [some, others] = [{ names: ['a'] }, { names: ['b'] }];
  let written = 0;
  const write = (text: string) => (): string => {
    written++;
    return text;
  };
  expect([texts.text(some, 'one', write('1')), texts.text(some, 'many', write('2'))]).toEqual(['1', '2']);
  expect([texts.text(others, 'one', write('3')), texts.text(some, 'one', write('never'))]).toEqual(['3', '1']);
  expect(written).toBe(3);
});

test('of very many shapes the text is right all the same', () => {
  const texts = new StatementTexts();
  const fields = {};
  const ask = (): string[] =>
    Array.from({ length: 300 }, (_, shape) => texts.text(fields, String(shape), () => `text ${shape}`));
  expect(ask()).toEqual(Array.from({ length: 300 }, (_, shape) => `text ${shape}`));
  expect(ask()).toEqual(ask());
});

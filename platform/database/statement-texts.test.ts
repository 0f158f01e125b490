import { expect, test } from 'vitest';
import { StatementTexts } from './statement-texts.js';

test('writes a text once for each set of fields and shape', () => {
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

test('drops the texts of all statements when they exceed four million characters, and writes them again', () => {
  const [some, others] = [new StatementTexts(), new StatementTexts()];
  const fields = {};
  const long = 'x'.repeat(1_000_000);
  others.text(fields, 'first', () => 'first');
  const shapes = ['1', '2', '3', '4', '5'];
  expect(shapes.map((shape) => some.text(fields, shape, () => `${long}${shape}`.at(-1) ?? ''))).toEqual(shapes);
  for (const shape of shapes) some.text(fields, `long ${shape}`, () => long);
  let written = 0;
  const again = others.text(fields, 'first', () => {
    written++;
    return 'first';
  });
  expect([again, written]).toEqual(['first', 1]);
  expect(others.text(fields, 'first', () => 'not written')).toBe('first');
});

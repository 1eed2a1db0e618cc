import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DateField, RadioGroup, SelectField } from './Field.tsx';

// What was chosen in an optional field can be taken back. The fields see to it themselves, so every form has it.

const options = [
  { value: 'feminino', label: 'Feminino' },
  { value: 'masculino', label: 'Masculino' },
];

test.each([
  ['a select', <SelectField key="1" label="Província" name="x" optional options={options} defaultValue="feminino" />],
  [
    'a select with words of its own',
    <SelectField key="2" label="X" name="x" optional placeholder="Todas" options={options} />,
  ],
  ['radio buttons', <RadioGroup key="3" legend="Sexo" name="x" optional options={options} defaultValue="feminino" />],
  [
    'radio buttons that a page holds',
    <RadioGroup key="4" legend="Sexo" name="x" optional options={options} value="feminino" />,
  ],
])('%s, if optional, has a choice for none', (_, field) => {
  expect(renderToStaticMarkup(field)).toMatch(/<(option|input)[^>]* value=""/);
});

test.each([
  ['a select', <SelectField key="1" label="Classe" name="x" options={options} />],
  ['radio buttons', <RadioGroup key="2" legend="Plano" name="x" options={options} />],
])('%s, if required, has none', (_, field) => {
  expect(renderToStaticMarkup(field)).not.toContain('value=""');
});

test('an optional date is three boxes that can be emptied', () => {
  const html = renderToStaticMarkup(<DateField legend="Nascimento" name="x" optional defaultValue="2017-03-09" />);
  expect(html.match(/<input class/g)).toHaveLength(3);
  expect(html).not.toContain('required');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { faultOf, heldFile, storedText } from './ImportDialog.tsx';
import { ImportVerdict } from './ImportVerdict.tsx';
import type { ImportReport } from './imports.contract.ts';

type Row = ImportReport['rows'][number];
const row = (number: number, more: Partial<Row>): Row => ({
  row: number,
  verdict: 'created',
  label: `Pergunta ${number}`,
  problems: [],
  notes: [],
  questionId: null,
  differences: [],
  question: null,
  ...more,
});

test('questions that the file changes and the test keeps come first, with what differs and how to store it', () => {
  const report: ImportReport = {
    dryRun: true,
    format: 'csv',
    numbering: 'line',
    counts: { rows: 2, created: 1, replaced: 0, duplicate: 1, wrong: 0 },
    rows: [
      row(2, { notes: ['Uma nota.'] }),
      row(3, { verdict: 'duplicate', differences: ['Peso: 1 no teste, 5 no ficheiro.'] }),
    ],
    pictures: 0,
    state: '',
    batchId: null,
  };
  const shown = renderToStaticMarkup(<ImportVerdict report={report} fileName={null} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(shown).toMatch(/1 dessas é diferente no ficheiro: .*«Substituir as questões que já existem»/);
  expect(shown).toMatch(/Linha 3 Já existe .*O teste fica como está.* Peso: 1 no teste, 5 no ficheiro\..*Linha 2/);
});

test('an import that found nothing to store says so', () => {
  expect(storedText([{ created: 0, replaced: 0 }])).toBe('Não havia nada para guardar: o teste já tem estas questões.');
  expect(storedText([{ created: 1, replaced: 2 }])).toBe('Importação feita: 1 questão nova, 2 substituídas.');
});

test('a file that was saved again since it was chosen is to be chosen again, and is not a lost connection', async () => {
  const file = new File(['a'], 'x.csv');
  await expect(heldFile(file)).resolves.toBeUndefined();
  file.slice = () =>
    ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as unknown as Blob;
  const fault = await heldFile(file).catch((error: unknown) => error);
  expect(faultOf(fault, '')).toBe('O ficheiro mudou: escolha-o de novo.');
});

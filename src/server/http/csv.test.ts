import { expect, test } from 'vitest';
import { type CsvCell, csvCell, csvFile } from './csv.ts';

test.each<[CsvCell, string]>([
  [null, ''],
  ['', '""'],
  [0, '"0"'],
  [-3, '"-3"'],
  [true, '"sim"'],
  [false, '"não"'],
  // A timestamp as pt-PT spreadsheets parse it, in local time, without T and Z.
  [new Date('2026-11-21T23:30:09.123Z'), '"2026-11-22 00:30:09"'],
  ['Ângela Conceição', '"Ângela Conceição"'],
  ['Rua 3; casa 4', '"Rua 3; casa 4"'],
  ['a "vírgula", e\r\noutra linha', '"a ""vírgula"", e\r\noutra linha"'],
  // Formulas, behind any separator.
  ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
  ['+244 923', `"'+244 923"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  [' =1+1', `"' =1+1"`],
  [',=1+1', `"',=1+1"`],
  ['Ana,=1+1', '"Ana,=1+1"'],
  ['＝1+1', `"'＝1+1"`],
  ['＠SUM(A1)', `"'＠SUM(A1)"`],
  ['|calc', `"'|calc"`],
  ['%0A', `"'%0A"`],
  ["'=1", `"''=1"`],
  ['1=1', '"1=1"'],
])('T47 %j is written as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('a file has a UTF-8 mark and the separator of a Portuguese spreadsheet', () => {
  const { bytes, name, type } = csvFile('lista.csv', ['Id', 'Nome'], [[1, 'Zé']]);
  expect(Buffer.from(bytes as Uint8Array).toString('utf8')).toBe('\ufeff"Id";"Nome"\r\n"1";"Zé"\r\n');
  expect([name, type]).toEqual(['lista.csv', 'text/csv']);
});

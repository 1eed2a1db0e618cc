import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../test/support/content-check.ts';

const content = path.join(import.meta.dirname, '..', '..', 'content');

describe('texts for reading', () => {
  const text = (name: string) => fs.readFileSync(path.join(content, 'reading', name), 'utf8');
  const good = text('class-1.yaml');

  test('are checked, and measured in a table', () => {
    const { said, status } = check({ 'reading/class-1.yaml': good, 'reading/first.yaml': text('first.yaml') });
    expect(said).toContain('\n0 erros, ');
    expect(said).toMatch(/^ {2}1\.ª classe, c1 +6 {2}\d+,\d \(\d+–\d+\) {2}\d,\d \(/m);
    expect(said).toMatch(/^ {2}primeiros textos +\d/m);
    expect(status).toBe(0);
  });

  test('are reported with file, text and question', () => {
    const broken = good
      .replace('objective: LP1.8.1', 'objective: LP1.99.1')
      .replace('objective: LP1.8.1', 'objective: LP2.1.1')
      .replace('um chapéu de palha.\n', 'um chapéu ótimo.\n')
      .replace('c1-macaco', 'c1-chapeu');
    const { said, status } = check({
      'reading/class-1.yaml': broken,
      'reading/class-2.yaml': good,
      'reading/outro.yaml': good,
      'reading/first.yaml': text('first.yaml').split('  - id: first-bola')[0] as string,
      'reading/ear.yaml':
        'recordings:\n  - { id: x, title: X, textId: nenhum, read: [{ index: 0, outcome: wrong, spoken: a }] }\n',
    });
    for (const line of [
      'reading/class-1.yaml › c1-chapeu › q1: o objectivo LP1.99.1 não existe [curriculo]',
      'reading/class-1.yaml › c1-chapeu › q2: o objectivo LP2.1.1 é de Português 2º Ano [curriculo]',
      'reading/class-1.yaml › c1-chapeu: «ótimo» não é a grafia de Angola: «óptimo» [grafia]',
      'reading/class-1.yaml › c1-chapeu › q1: «um chapéu de palha» não está no texto [lugar]',
      'reading: o código c1-chapeu está repetido [chave]',
      'reading/class-2.yaml: schoolClass devia ser 2º Ano [ficheiro]',
      'reading/outro.yaml: o ficheiro chama-se class-1.yaml',
      'reading/first.yaml: há 1 primeiros textos; são precisos 6 [contagem]',
      'reading/ear.yaml: há 1 gravações; são precisas 3 [contagem]',
      'reading/ear.yaml › x: o texto que a gravação lê não existe [ouvido]',
    ])
      expect(said).toContain(line);
    expect(status).toBe(1);
  });
});

test('dictations and rulers are checked and counted', () => {
  const good = fs.readFileSync(path.join(content, 'writing', 'class-3.yaml'), 'utf8');
  const right = check({ 'writing/class-3.yaml': good });
  expect(right.said).toMatch(/^ {2}3\.ª classe +4 \(30, 30, 30, 30\) {2}6 {2}10$/m);
  expect(right.status).toBe(0);
  const { said } = check({
    'writing/class-3.yaml': good
      .replace('objective: LP3.10.1', 'objective: LP3.99.1')
      .replace('objective: LP3.10.1', 'objective: LP2.7.1')
      .replace('A girafa do circo', 'A girafa do esporte')
      .replace('d3-chuva', 'd3-girafa'),
    'writing/class-4.yaml': good,
    'writing/signs.yaml': 'signs: []',
    'writing/outro.yaml': '',
  });
  for (const line of [
    'writing/class-3.yaml › d3-girafa: o objectivo LP3.99.1 não existe [curriculo]',
    'writing/class-3.yaml › d3-girafa: «esporte» não é a grafia de Angola: «desporto» [grafia]',
    'writing: o código d3-girafa está repetido [chave]',
    'writing/class-4.yaml: schoolClass devia ser 4º Ano [ficheiro]',
    'writing/class-3.yaml › d3-girafa: o objectivo LP2.7.1 é de Português 2º Ano [curriculo]',
    'writing/signs.yaml › sinais: há 0 sinais em vez de 6 [regua]',
    'writing/outro.yaml: o ficheiro chama-se class-1.yaml',
  ])
    expect(said).toContain(line);
});

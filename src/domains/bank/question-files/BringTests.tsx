import { useState } from 'react';
import { IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import styles from './BringTests.module.css';
import { ProgramSketch, type SketchKind } from './ProgramSketch.tsx';

interface Program {
  name: string;
  sketch: SketchKind;
  /** The file to bring. */
  file: string;
  steps: readonly string[];
  /** What is good to know before. */
  note?: string;
}

/** The programs that teachers come from, the most usual first. */
const PROGRAMS: readonly Program[] = [
  {
    name: 'Excel e Google Sheets',
    sketch: 'table',
    file: '.xlsx ou .csv',
    steps: [
      'Ponha uma questão por linha: Enunciado, A, B, C, D e Resposta.',
      'Na resposta escreva a letra certa, por exemplo B.',
      'Guarde e escolha o ficheiro em Importar. No Google Sheets: Ficheiro, Transferir, Microsoft Excel.',
    ],
    note: 'Expoentes como 2³, fórmulas e imagens coladas na linha da questão vêm também.',
  },
  {
    name: 'Google Forms e Microsoft Forms',
    sketch: 'form',
    file: '.xlsx, pelo nosso modelo',
    steps: [
      'Estes programas só exportam as respostas dos alunos, não as questões.',
      'Descarregue o modelo Excel em Importar e abra-o ao lado do formulário.',
      'Copie cada questão para a sua linha e escreva a letra certa.',
    ],
    note: 'Se tiver o questionário em texto, o formato Aiken é ainda mais rápido: enunciado, A) B) C) e ANSWER: B.',
  },
  {
    name: 'Kahoot',
    sketch: 'cards',
    file: '.xlsx',
    steps: [
      'Use a folha-modelo do Kahoot em que escreveu as questões («Question», «Answer 1» a «Answer 4»).',
      'Não mude nada nela: a resposta certa pode ficar com o número.',
      'Escolha-a em Importar.',
    ],
    note: 'Questões com várias respostas certas ficam de fora, e dizemos quais são.',
  },
  {
    name: 'Quizizz',
    sketch: 'bubbles',
    file: '.xlsx',
    steps: [
      'Use a folha-modelo do Quizizz («Question Text», «Option 1» a «Option 5», «Correct Answer»).',
      'Deixe só questões de escolha múltipla.',
      'Escolha-a em Importar.',
    ],
  },
  {
    name: 'Moodle',
    sketch: 'tree',
    file: '.xml ou .txt',
    steps: [
      'No curso abra o Banco de questões e depois Exportar.',
      'Escolha «Formato Moodle XML» e, se quiser, uma só categoria. GIFT e Aiken também servem.',
      'Escolha o ficheiro descarregado em Importar.',
    ],
    note: 'As imagens vêm dentro do ficheiro XML.',
  },
  {
    name: 'Canvas',
    sketch: 'page',
    file: '.zip',
    steps: [
      'Em Definições da disciplina escolha «Export Course Content» e depois «Quiz».',
      'Espere pelo ficheiro e descarregue-o, sem o abrir.',
      'Escolha o .zip inteiro em Importar: textos de apoio e imagens vêm juntos.',
    ],
  },
  {
    name: 'Blackboard e D2L Brightspace',
    sketch: 'stack',
    file: '.zip, .csv ou .txt',
    steps: [
      'No Blackboard exporte o teste ou a «pool» para um .zip.',
      'No D2L exporte as questões em CSV ou o pacote .zip.',
      'Escolha o ficheiro em Importar, tal como veio.',
    ],
  },
  {
    name: 'Word',
    sketch: 'document',
    file: '.txt',
    steps: [
      'Escreva cada questão assim: o enunciado, por baixo A) B) C) D), e no fim ANSWER: B.',
      'Deixe uma linha vazia entre questões.',
      'Guarde como «Texto simples (.txt)» e escolha-o em Importar.',
    ],
  },
];

/** 'Trazer testes de outro programa': how to get one's questions out of each program and into the bank. */
export default function BringTests() {
  // On a phone all programs fit on one screen, each to be opened.
  const [open] = useState(() => matchMedia('(min-width: 720px)').matches);
  return (
    <>
      <BackLink href="/teacher/questions">Banco de Questões</BackLink>
      <h2>Trazer testes de outro programa</h2>
      <p className={styles['about']}>
        Não precisa de escrever as questões outra vez. Abra o teste que as vai receber, carregue em Importar e escolha o
        ficheiro: primeiro vê cada questão como a criança a vai ver, e só depois guarda.
      </p>
      <ul className={styles['programs']}>
        {PROGRAMS.map(({ name, sketch, file, steps, note }) => (
          <li key={name}>
            <details className={styles['program']} open={open}>
              <summary>
                <ProgramSketch kind={sketch} className={styles['sketch']} />
                <span>
                  <b>{name}</b>
                  <span className="meta muted">{file}</span>
                </span>
                <IconChevronDown />
              </summary>
              <ol className={styles['steps']}>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              {note !== undefined && <p className="meta">{note}</p>}
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

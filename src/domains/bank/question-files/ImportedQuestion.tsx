import { letterAt } from '../../../shared/questions/letters.ts';
import { Illustration } from '../../../web/ui/paper/Drawing.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { WrittenPreview } from '../answering/WrittenPreview.tsx';
import { MarkedAlternatives } from '../authoring/MarkedAlternatives.tsx';
import { Formatted } from '../test-bank/Formatted.tsx';
import styles from './Files.module.css';
import type { ImportReport } from './imports.contract.ts';

type Previewed = NonNullable<ImportReport['rows'][number]['question']>;

/** Renders a question of a file as the child will see it, with the right alternative marked, or the box to write in and what counts as right. */
export function ImportedQuestion({ question }: { question: Previewed }) {
  const { statement, passage, alternatives, correct, explanation, answering, html, figure, image, imageIsLeftOut } =
    question;
  const facts = [
    ...(question.weight === null ? [] : [`Peso ${question.weight}`]),
    ...(question.skillCategory === null ? [] : [question.skillCategory]),
    ...(question.objective === null ? [] : [`Objectivo ${question.objective}`]),
    ...(question.difficulty === null ? [] : [`Dificuldade ${question.difficulty} de 5`]),
  ];
  return (
    <div className={styles['asked']}>
      {passage !== null && (
        <details open>
          <summary>Texto de apoio</summary>
          <p className={styles['lines']}>
            <Formatted text={passage} html={html.passage} />
          </p>
        </details>
      )}
      <Sheet kind="question">
        <p className={styles['lines']}>
          <Formatted text={statement} html={html.statement} />
        </p>
      </Sheet>
      <Illustration figure={figure} image={image} className={styles['picture']} />
      {imageIsLeftOut && <p className="meta muted">A imagem vem no ficheiro; aqui não se mostra, por serem muitas.</p>}
      {answering && <WrittenPreview answering={answering} />}
      {answering && alternatives.length > 0 && <p className="meta muted">Em papel e na 1.ª classe escolhe-se:</p>}
      {alternatives.length > 0 && (
        <MarkedAlternatives
          alternatives={alternatives.map((text, index) => ({ text, html: html.alternatives?.[index] }))}
          correctAnswer={letterAt(correct)}
          className={styles['options']}
        />
      )}
      {facts.length > 0 && <p className="meta muted">{facts.join(' · ')}</p>}
      {explanation !== null && (
        <details>
          <summary>Explicação</summary>
          <p className={styles['lines']}>
            <Formatted text={explanation} html={html.explanation} />
          </p>
        </details>
      )}
    </div>
  );
}

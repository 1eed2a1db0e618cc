import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { ReviewTile } from '../../web/ui/OptionTile.tsx';
import styles from './Teacher.module.css';
import type { Question } from './tests.contract.ts';
import { letterAt, withoutLetter } from './tests.rules.ts';

/** A question in full: how it is asked, what is right, and why. */
export function QuestionDetails({ question, onClose }: { question: Question | null; onClose: () => void }) {
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      size="l"
      lightDismiss
      title={`Detalhes da Questão #${question?.id ?? ''}`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {question && <Details question={question} />}
    </Dialog>
  );
}

function Details({ question }: { question: Question }) {
  return (
    <div className={styles['question']}>
      {question.passage && <p className={styles['passage']}>{question.passage}</p>}
      <section>
        <h3>Enunciado</h3>
        <Text plain={question.statement} html={question.statementHtml} />
      </section>
      {question.figure && (
        // Drawings of our own, checked when they were loaded.
        <div
          className={styles['figure']}
          role="img"
          aria-label={question.figure.alt}
          dangerouslySetInnerHTML={{ __html: question.figure.svg }}
        />
      )}
      <section>
        <h3>Alternativas</h3>
        <ul className={styles['options']}>
          {alternativesOf(question.alternatives).map((option, index) => {
            const letter = letterAt(index);
            const right = letter === question.correctAnswer;
            const html = question.alternativesHtml?.[index];
            return (
              <li key={letter}>
                <ReviewTile
                  letter={letter}
                  state={right ? 'right' : 'rest'}
                  note={right ? 'certa' : undefined}
                  {...(html === undefined ? {} : { html: withoutLetter(html, index) })}
                >
                  {withoutLetter(option, index)}
                </ReviewTile>
              </li>
            );
          })}
        </ul>
      </section>
      {question.explanation && (
        <section>
          <h3>Explicação</h3>
          <Text plain={question.explanation} html={question.explanationHtml} />
        </section>
      )}
      <dl className={styles['more']}>
        <div>
          <dt>Resposta correta</dt>
          <dd>{question.correctAnswer}</dd>
        </div>
        <div>
          <dt>Categoria</dt>
          <dd>{question.skillCategory ?? 'Não definida'}</dd>
        </div>
        <div>
          <dt>Peso</dt>
          <dd className="num">{question.weight}</dd>
        </div>
        {question.objective && (
          <div>
            <dt>Objectivo</dt>
            <dd>{question.objective}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Text({ plain, html }: { plain: string; html: string | undefined }) {
  return html === undefined ? <p>{plain}</p> : <p dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The list inside its JSON text; empty when it cannot be read (specification §4). */
function alternativesOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

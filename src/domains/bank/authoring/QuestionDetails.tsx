import { withoutLetter } from '../../../shared/questions/letters.ts';
import styles from '../../../web/parts/panel.module.css';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { IconPencil } from '../../../web/ui/icons/ActionIcon.tsx';
import { Illustration } from '../../../web/ui/paper/Drawing.tsx';
import { answeringInWords } from '../answering/answering.rules.ts';
import { Formatted } from '../test-bank/Formatted.tsx';
import type { Question } from '../test-bank/tests.contract.ts';
import { alternativesOf } from '../test-bank/tests.rules.ts';
import { MarkedAlternatives } from './MarkedAlternatives.tsx';

interface QuestionDetailsProps {
  question: Question | null;
  onClose: () => void;
  /** Absent for users who may only read. */
  onEdit?: () => void;
}

/** Renders a complete question: its statement, the right alternative, and the explanation. */
export function QuestionDetails({ question, onClose, onEdit }: QuestionDetailsProps) {
  return (
    <Dialog
      open={question !== null}
      onClose={onClose}
      size="l"
      lightDismiss
      title={`Detalhes da Questão #${question?.id ?? ''}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Fechar
          </Button>
          {onEdit && (
            <Button icon={<IconPencil size={18} />} onClick={onEdit}>
              Editar questão
            </Button>
          )}
        </>
      }
    >
      {question && <Details question={question} />}
    </Dialog>
  );
}

function Details({ question }: { question: Question }) {
  return (
    <div className={styles['question']}>
      {question.passage && (
        <p className={styles['passage']}>
          <Formatted text={question.passage} html={question.passageHtml} />
        </p>
      )}
      <section>
        <h3>Enunciado</h3>
        <p>
          <Formatted text={question.statement} html={question.statementHtml} />
        </p>
      </section>
      <Illustration {...question} className={styles['figure']} />
      <section>
        <h3>Alternativas</h3>
        <MarkedAlternatives
          alternatives={alternativesOf(question.alternatives).map((option, index) => {
            const html = question.alternativesHtml?.[index];
            return { text: withoutLetter(option, index), html: html && withoutLetter(html, index) };
          })}
          correctAnswer={question.correctAnswer}
        />
      </section>
      {question.explanation && (
        <section>
          <h3>Explicação</h3>
          <p>
            <Formatted text={question.explanation} html={question.explanationHtml} />
          </p>
        </section>
      )}
      <dl className={styles['more']}>
        <div>
          <dt>Resposta certa</dt>
          <dd>{question.correctAnswer}</dd>
        </div>
        {question.answering && (
          <div>
            <dt>Escreve-se</dt>
            <dd>{answeringInWords(question.answering)}</dd>
          </div>
        )}
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

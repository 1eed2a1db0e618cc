import { useEffect, useRef, useState } from 'react';
import { plural } from '../../../shared/text.ts';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck, IconClose } from '../../../web/ui/base/Icon.tsx';
import styles from './Reading.module.css';
import type { Work } from './reading-device.web.ts';
import type { Form } from './step.web.ts';

type Outcome = Work['outcomes'][string];
const WORDS: Record<Outcome, string> = { right: 'certa', wrong: 'errada', none: 'não respondeu' };

interface QuestionsProps {
  form: Form;
  /** Those whose place was reached. */
  questions: Form['questions'];
  work: Work;
  onChange: (work: Work) => void;
  onDone: () => void;
}

/** Questions that the grown-up reads to the child, one open at a time, with a good answer beside it. The text is covered. */
export function Questions({ form, questions, work, onChange, onDone }: QuestionsProps) {
  const [open, setOpen] = useState(() => questions.findIndex(({ id }) => !work.outcomes[id]));
  const asked = useRef<HTMLParagraphElement>(null);
  const seen = useRef(open);
  // The button that was pressed goes away with its question.
  useEffect(() => {
    if (seen.current !== open) asked.current?.focus({ preventScroll: true });
    seen.current = open;
  }, [open]);
  const left = questions.filter(({ id }) => !work.outcomes[id]).length;
  const unreached = form.questions.length - questions.length;
  const answer = (id: string, outcome: Outcome) => {
    const outcomes = { ...work.outcomes, [id]: outcome };
    onChange({ ...work, outcomes });
    setOpen(questions.findIndex((one) => !outcomes[one.id]));
  };
  return (
    <>
      <h1>Perguntas</h1>
      <p className={styles['covered']}>
        <b>O texto está tapado.</b> Leia a pergunta em voz alta, até duas vezes.
      </p>
      <ol className={styles['questions']}>
        {questions.map(({ id, text, model }, index) => {
          const given = work.outcomes[id];
          if (index !== open)
            return (
              <li key={id}>
                {given ? (
                  <button
                    type="button"
                    className={styles['again']}
                    onClick={() => setOpen(index)}
                    aria-label={`${text} ${WORDS[given]}. Mudar.`}
                  >
                    <span>{text}</span>
                    <b>{WORDS[given]}</b>
                  </button>
                ) : (
                  <p className={styles['again']}>{text}</p>
                )}
              </li>
            );
          return (
            <li key={id} className={styles['open']}>
              <p className={styles['ask']} ref={asked} tabIndex={-1}>
                {text}
              </p>
              <p className={styles['model']}>
                <small>Uma resposta boa</small>
                {model}
              </p>
              <div className={styles['outcomes']}>
                <Button variant="secondary" icon={<IconCheck />} onClick={() => answer(id, 'right')}>
                  Certa
                </Button>
                <Button variant="secondary" icon={<IconClose />} onClick={() => answer(id, 'wrong')}>
                  Errada
                </Button>
                <Button variant="secondary" onClick={() => answer(id, 'none')}>
                  Não respondeu
                </Button>
              </div>
              <ReadAloud inline label="Ouvir a pergunta" pieces={[{ text, language: 'pt' }]} />
            </li>
          );
        })}
      </ol>
      {unreached > 0 && (
        <p className={styles['note']}>
          {unreached === 1
            ? 'A outra fica de fora: é da parte que não leu.'
            : `As outras ${unreached} ficam de fora: são da parte que não leu.`}
        </p>
      )}
      <section className={styles['card']}>
        <Button size="l" full disabled={left > 0} onClick={onDone}>
          Ver resultado
        </Button>
        {left > 0 && (
          <p className={styles['note']}>
            {left === 1 ? 'Falta' : 'Faltam'} {plural(left, 'pergunta', 'perguntas')}.
          </p>
        )}
      </section>
    </>
  );
}

/** A story that the grown-up reads to the child, before the questions. */
export function Story({ form, onDone }: { form: Form; onDone: () => void }) {
  return (
    <>
      <h1>Leia esta história à criança</h1>
      <p className={styles['note']}>Devagar, uma só vez. A seguir faz três perguntas.</p>
      <section className={styles['card']}>
        <h2>{form.title}</h2>
        {form.paragraphs.map((start, at) => (
          <p key={start} style={{ fontSize: '20px', lineHeight: '32px' }}>
            {form.items.slice(start, form.paragraphs[at + 1] ?? form.items.length).join(' ')}
          </p>
        ))}
      </section>
      <Button size="l" full onClick={onDone}>
        Já li
      </Button>
    </>
  );
}

import type { RefObject } from 'react';
import { letterAt } from '../../../shared/questions/letters.ts';
import { type Discipline, SKILL_CATEGORIES, type TestClass } from '../../../shared/words.ts';
import { SelectField, TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import { AnsweringFields } from '../answering/AnsweringFields.tsx';
import { ObjectiveField } from '../curriculum/ObjectiveField.tsx';
import { withoutMarks } from '../test-bank/texts/notation.rules.ts';
import styles from './Authoring.module.css';
import { alternativesFromLines, LINE_BREAK_SIGN } from './authoring.rules.ts';
import { ImageField, type Shown } from './ImageField.tsx';
import type { Draft } from './question-form.tsx';
import { TextTools } from './TextTools.tsx';

/** Fields whose text may contain marks and formulas. */
const WITH_MARKS = ['statement', 'lines', 'explanation', 'passage'] as const;

interface QuestionFieldsProps {
  test: { discipline: Discipline; schoolClass: TestClass };
  draft: Draft;
  shown: Shown;
  problems: Readonly<Record<string, string>>;
  form: RefObject<HTMLFormElement | null>;
  onWrite: (name: keyof Draft, text: string) => void;
  onShown: (shown: Shown) => void;
}

export function QuestionFields({ test, draft, shown, problems, form, onWrite, onShown }: QuestionFieldsProps) {
  const field = (name: keyof Draft, problem: string = name) => ({
    name,
    value: draft[name],
    error: problems[problem],
    onChange: (event: { target: { value: string } }) => onWrite(name, event.target.value),
  });
  return (
    <>
      <TextArea
        label="Enunciado"
        rows={3}
        hint="Fórmulas entre cifrões: $\frac{1}{2}$, $3 \times 4$. Um cifrão que é dinheiro escreve-se \$."
        {...field('statement')}
      />
      <TextTools form={form} names={WITH_MARKS} lines="lines" onWrite={onWrite} />
      <TextArea
        label="Alternativas"
        rows={5}
        id="alternatives"
        hint={
          draft.lines.includes(LINE_BREAK_SIGN)
            ? `Uma por linha, de duas a seis. O sinal ${LINE_BREAK_SIGN} é uma mudança de linha dentro da alternativa.`
            : 'Uma por linha, de duas a seis. As letras A), B)… são postas automaticamente.'
        }
        {...field('lines', 'alternatives')}
      />
      <AnsweringFields
        draft={draft}
        hasAlternatives={draft.lines.trim() !== ''}
        problem={problems['answering']}
        onWrite={onWrite}
      />
      <div className={styles['trio']}>
        <SelectField
          label="Resposta certa"
          placeholder="Escolha a letra"
          options={answersOf(draft.lines)}
          {...field('correctAnswer')}
        />
        <SelectField
          label="Categoria"
          placeholder="Não definida"
          options={SKILL_CATEGORIES.map((value) => ({ value, label: value }))}
          {...field('skillCategory')}
        />
        <TextField label="Peso" type="number" inputMode="numeric" min={1} max={10} {...field('weight')} />
      </div>
      <TextArea
        label="Explicação"
        optional
        rows={3}
        hint="A família lê-a depois do teste, ao lado da resposta certa."
        {...field('explanation')}
      />
      <ImageField
        shown={shown}
        onShown={onShown}
        alt={draft.alt}
        onAlt={(alt) => onWrite('alt', alt)}
        problem={problems['imageAlt'] ?? problems['image']}
      />
      <details className={styles['more']} open={draft.passage !== '' || draft.objective !== '' || undefined}>
        <summary>Texto para ler e objectivo do programa</summary>
        <div className={styles['form']}>
          <TextArea label="Texto para ler antes da questão" optional rows={4} {...field('passage')} />
          <ObjectiveField
            test={test}
            value={draft.objective}
            error={problems['objective']}
            onChange={({ target }) => onWrite('objective', target.value)}
          />
        </div>
      </details>
    </>
  );
}

/** Returns the alternatives as options of the field for the key; long ones are shortened. */
const answersOf = (lines: string) =>
  alternativesFromLines(lines)
    .slice(0, 6)
    .map((text) => withoutMarks(text))
    .map((text, index) => ({
      value: letterAt(index),
      label: `${letterAt(index)}) ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`,
    }));

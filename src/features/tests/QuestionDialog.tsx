import { type FormEvent, useMemo, useState } from 'react';
import { SKILL_CATEGORIES } from '../../shared/words.ts';
import { goTo } from '../../web/navigation.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import { SelectField, TextArea, TextField } from '../../web/ui/Field.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Authoring.module.css';
import type { TeacherQuestion } from './authoring.contract.ts';
import { alternativesFromLines, problemsOf } from './authoring.rules.ts';
import { ImageField, type Shown } from './ImageField.tsx';
import { QuestionPreview, useFormulas } from './QuestionPreview.tsx';
import { alternativesOf, callTeaching, failed, failureOf, refreshBank, succeeded } from './teaching.tsx';
import { letterAt, withoutLetter } from './tests.rules.ts';

interface QuestionDialogProps {
  testId: number;
  /** The question to change, 'new' to add one. */
  question: TeacherQuestion | 'new';
  onClose: () => void;
}

/** 'Nova Questão', and changing one. What was typed stays when the server refuses it. */
export default function QuestionDialog({ testId, question, onClose }: QuestionDialogProps) {
  const [busy, setBusy] = useState(false);
  const isNew = question === 'new';
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      size="l"
      title={isNew ? 'Nova Questão' : `Editar Questão #${question.id}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form="question-form" busy={busy} busyText="Enviando...">
            {isNew ? 'Criar Questão' : 'Atualizar Questão'}
          </Button>
        </>
      }
    >
      <QuestionForm testId={testId} question={question} setBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
}

const EMPTY = {
  statement: '',
  passage: '',
  lines: '',
  correctAnswer: '',
  explanation: '',
  weight: '1',
  skillCategory: '',
  objective: '',
  alt: '',
};
type Draft = typeof EMPTY;

function draftOf(question: TeacherQuestion | 'new'): Draft {
  if (question === 'new') return EMPTY;
  return {
    statement: question.statement,
    passage: question.passage ?? '',
    lines: alternativesOf(question.alternatives).map(withoutLetter).join('\n'),
    correctAnswer: question.correctAnswer,
    explanation: question.explanation ?? '',
    weight: String(question.weight),
    skillCategory: question.skillCategory ?? '',
    objective: question.objective ?? '',
    alt: question.image?.alt ?? '',
  };
}

function shownOf(question: TeacherQuestion | 'new'): Shown {
  if (question === 'new') return { kind: 'none' };
  if (question.image) {
    const { src, width, height } = question.image;
    return { kind: 'image', id: src.slice(src.lastIndexOf('/') + 1), src, width, height };
  }
  return question.figure ? { kind: 'figure', ...question.figure } : { kind: 'none' };
}

/** Another key holds for the attempts to come; whoever has answered already is marked anew only if a teacher wants it. */
function offerRegrade(testId: number, questionId: number) {
  toast({
    kind: 'success',
    title: 'Questão atualizada com sucesso',
    text: 'A chave nova vale a partir de agora. Quem já respondeu mantém a nota antiga.',
    action: {
      label: 'Corrigir também essas notas',
      run: () => goTo(`/teacher/questions?testId=${testId}&view=statistics&regrade=${questionId}`),
    },
  });
}

function QuestionForm({
  testId,
  question,
  setBusy,
  onClose,
}: QuestionDialogProps & { setBusy: (busy: boolean) => void }) {
  const isNew = question === 'new';
  const [draft, setDraft] = useState(() => draftOf(question));
  const [shown, setShown] = useState(() => shownOf(question));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  const rendered = useFormulas(draft);
  const set = (name: keyof Draft) => (event: { target: { value: string } }) =>
    setDraft((before) => ({ ...before, [name]: event.target.value }));
  const field = (name: keyof Draft) => ({ name, value: draft[name], onChange: set(name) });
  const alternatives = alternativesFromLines(draft.lines);
  // A formula that cannot be read is said at once, everything else when the question is sent.
  const problem = (name: string) => problems[name] ?? rendered.problems[name];

  const check = (): Record<string, string> => {
    const found = problemsOf({ ...draft, alternatives });
    if (!/^([1-9]|10)$/.test(draft.weight.trim())) found['weight'] = 'O peso é um número inteiro de 1 a 10.';
    if (shown.kind === 'image' && !draft.alt.trim()) found['imageAlt'] = 'Descreva a imagem para quem não a vê.';
    return found;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = check();
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const { lines: _lines, alt, ...fields } = draft;
    const body = {
      ...fields,
      weight: Number(draft.weight),
      skillCategory: draft.skillCategory as '',
      alternatives: JSON.stringify(alternatives),
      // Left out, a drawing of the bank stays where it is.
      ...(shown.kind === 'figure' ? {} : { image: shown.kind === 'image' ? { id: shown.id, alt } : null }),
    };
    setBusy(true);
    try {
      if (isNew) await callTeaching('POST /api/teacher/tests/:id/questions', { params: { id: String(testId) }, body });
      else
        await callTeaching('PUT /api/teacher/questions/:id', {
          params: { id: String(question.id) },
          body: { ...body, revision: question.revision },
        });
      await refreshBank();
      if (!isNew && draft.correctAnswer !== question.correctAnswer) offerRegrade(testId, question.id);
      else succeeded(isNew ? 'Questão criada com sucesso' : 'Questão atualizada com sucesso');
      onClose();
    } catch (error) {
      const [title, what] = isNew
        ? ['Erro ao criar questão', 'Não foi possível criar a questão']
        : ['Erro ao atualizar questão', 'Não foi possível atualizar a questão'];
      failed(title, what, error);
      const { 'image.alt': imageAlt, ...others } = failureOf(error).fields;
      setProblems({ ...others, ...(imageAlt ? { imageAlt } : {}) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form id="question-form" className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} />
      <TextArea
        label="Enunciado"
        rows={3}
        maxLength={2000}
        hint="Fórmulas entre cifrões: $\frac{1}{2}$, $3 \times 4$. Um cifrão que é dinheiro escreve-se \$."
        error={problem('statement')}
        {...field('statement')}
      />
      <TextArea
        label="Alternativas"
        rows={5}
        id="alternatives"
        hint="Uma por linha, de duas a seis. As letras A), B)… são postas automaticamente."
        error={problem('alternatives')}
        {...field('lines')}
      />
      <div className={styles['trio']}>
        <SelectField
          label="Resposta correta"
          placeholder="Escolha a letra"
          options={alternatives.slice(0, 6).map((text, index) => ({
            value: letterAt(index),
            label: `${letterAt(index)}) ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`,
          }))}
          error={problems['correctAnswer']}
          {...field('correctAnswer')}
        />
        <SelectField
          label="Categoria"
          placeholder="Não definida"
          options={SKILL_CATEGORIES.map((value) => ({ value, label: value }))}
          error={problems['skillCategory']}
          {...field('skillCategory')}
        />
        <TextField
          label="Peso"
          type="number"
          inputMode="numeric"
          min={1}
          max={10}
          error={problems['weight']}
          {...field('weight')}
        />
      </div>
      <TextArea
        label="Explicação"
        optional
        rows={3}
        maxLength={4000}
        hint="A família lê-a depois do teste, ao lado da resposta certa."
        error={problem('explanation')}
        {...field('explanation')}
      />
      <ImageField
        shown={shown}
        onShown={setShown}
        alt={draft.alt}
        onAlt={(alt) => setDraft((before) => ({ ...before, alt }))}
        problem={problems['imageAlt'] ?? problems['image']}
      />
      <details className={styles['more']} open={draft.passage !== '' || draft.objective !== '' || undefined}>
        <summary>Texto para ler e objectivo do programa</summary>
        <div className={styles['form']}>
          <TextArea
            label="Texto para ler antes da questão"
            optional
            rows={4}
            maxLength={6000}
            error={problems['passage']}
            {...field('passage')}
          />
          <TextField
            label="Objectivo do programa"
            optional
            maxLength={120}
            hint="O código do objectivo, por exemplo MAT4.6.1."
            error={problems['objective']}
            {...field('objective')}
          />
        </div>
      </details>
      <QuestionPreview {...draft} shown={shown} rendered={rendered} />
    </form>
  );
}
